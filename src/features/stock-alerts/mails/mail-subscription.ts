import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { MailContent } from '#platform/mail/kit/mail-content.ts';
import { sendUnprovenMail } from '#platform/mail/unproven-recipients.ts';
import { formatTarget } from '../find-target.ts';
import { createAlertPath, createStopUrl } from '../links/alert-links.ts';
import { type AlertEntry, findAlert } from '../read-alerts.ts';
import { stockAlertTexts as texts } from '../texts.ts';

const payload = z.object({ alert: z.int(), at: z.iso.datetime() });

/**
 * Asks the owner of an email address to confirm an alert, or says that the alert is already waiting. The mail is
 * needed because anybody may have typed the address.
 */
export const mailSubscriptionJob = defineJob({
  name: 'stock-alerts:mail-subscription',
  schema: payload,
  run: async (shop, { alert: id, at }: z.infer<typeof payload>) => {
    const alert = await findAlert(shop, id);
    if (alert?.state !== 'unconfirmed' && alert?.state !== 'waiting') return;
    const local = shop.inLocale(alert.locale);
    const { subject, content } =
      alert.state === 'waiting' ? composeWaiting(local, alert) : composeConfirm(local, alert);
    await sendUnprovenMail(shop, {
      id: `stock-alert:${id}:subscription:${Date.parse(at)}`,
      to: alert.email,
      replyTo: shop.choices.email,
      subject,
      unsubscribeUrl: createStopUrl(shop, id),
      ...local.renderMail(content),
    });
  },
});

interface Mail {
  readonly subject: string;
  readonly content: MailContent;
}

function composeConfirm(shop: Shop, alert: AlertEntry): Mail {
  const { t } = shop;
  const product = formatTarget(alert);
  const isStock = alert.kind === 'stock';
  const subject = t(isStock ? texts.confirmSubject : texts.confirmSubjectPrice, { product });
  return {
    subject,
    content: {
      title: subject,
      blocks: [
        { kind: 'paragraph', text: t(isStock ? texts.confirmText : texts.confirmTextPrice, { product }) },
        { kind: 'button', text: t(texts.confirmButton), href: createAlertPath(shop, alert.id) },
        { kind: 'small', text: t(texts.confirmIgnore) },
      ],
    },
  };
}

function composeWaiting(shop: Shop, alert: AlertEntry): Mail {
  const { t } = shop;
  const product = formatTarget(alert);
  const subject = t(texts.waitingSubject, { product });
  const place =
    alert.place === null ? [] : [{ kind: 'paragraph', text: t(texts.waitingPlace, { place: alert.place }) } as const];
  return {
    subject,
    content: {
      title: subject,
      blocks: [
        { kind: 'paragraph', text: t(texts.waitingText, { product }) },
        ...place,
        { kind: 'button', text: t(texts.showAlert), href: createAlertPath(shop, alert.id) },
      ],
    },
  };
}
