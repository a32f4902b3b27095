import type { FastifyInstance } from 'fastify';
import { getOrder } from '#features/orders/order.ts';
import { readRecordId } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type PrivateView, renderPrivatePage } from '#platform/http/private-page.ts';
import { readMail } from '#platform/mail/records.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { mailStates } from './mails-panel.tsx';
import { orderRecordPath } from './paths.ts';
import { orderRecordTexts as texts } from './record-texts.ts';

/** A mail about an order, as text. */
export function registerMailPage(app: FastifyInstance, shop: Shop): void {
  app.get(`${orderRecordPath(':id')}/mails/:mail`, { config: { requires: 'mails.read' } }, async (request, reply) => {
    const { mail: mailId = '' } = request.params as { readonly mail?: string };
    const id = readRecordId(request);
    const mayResend = isPermitted(await getActor(shop, request), 'mails.write');
    const view = id === null ? null : await createMailPage(shop, id, mailId, mayResend);
    return view ? renderPrivatePage(shop, request, reply, view) : reply.callStatusPage(404);
  });
}

async function createMailPage(shop: Shop, id: number, mailId: string, mayResend: boolean): Promise<PrivateView | null> {
  const { t, db, choices } = shop;
  const [order, mail] = await Promise.all([getOrder(db, { id }), readMail(db, mailId)]);
  if (!order || !mail?.id.startsWith(`order:${order.number}:`)) return null;
  const { text, tone } = mailStates[mail.state];
  const at = getDateFormat(choices.locale, { dateStyle: 'long', timeStyle: 'short' }).format(
    mail.sentAt ?? mail.createdAt,
  );
  const body = (
    <AdminPage width="text">
      <PageHead
        title={mail.subject}
        back={{ href: orderRecordPath(id), text: t(texts.title, { number: String(order.number) }) }}
        states={<StateBadge tone={tone}>{t(text)}</StateBadge>}
        lead={`${t(texts.mailTo, { to: mail.to })} · ${at}`}
        actions={
          mayResend && (
            <ButtonLink look="quiet" href={`${orderRecordPath(id)}/resend-mail`}>
              {t(texts.resendOne)}
            </ButtonLink>
          )
        }
      />
      <Panel>
        <p className="order-note">{mail.message?.text ?? t(texts.mailNotKept)}</p>
      </Panel>
    </AdminPage>
  );
  return { layout: 'admin', title: mail.subject, body };
}
