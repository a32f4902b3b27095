import type { FastifyInstance } from 'fastify';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { repeatFormPath } from '../contract.ts';
import { accountTexts as texts } from '../texts.ts';
import { findKeptForm, type KeptForm } from './kept-forms.ts';

/**
 * The page after a fresh sign-in. It sends the form that was sent before the sign-in once more, when its button is
 * pressed. It never sends the form by itself: a sign-in must not do what the person may have forgotten.
 */
export function registerRepeatFormPage(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  const config = { requires: openBackOffice.name, requiresFresh: true };
  app.get(repeatFormPath(':id'), { config }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const customerId = request.accountSession?.id;
    const form = customerId === undefined ? null : await findKeptForm(shop, customerId, id);
    const title = t(form ? texts.repeatTitle : texts.notKeptTitle);
    const body = (
      <div className="wrap wrap--text stack">
        <h1>{title}</h1>
        <p className="lead">{t(form ? texts.repeatLead : texts.notKeptLead)}</p>
        {form ? <RepeatForm t={t} form={form} /> : <ButtonLink href={adminPath()}>{t(texts.toBackOffice)}</ButtonLink>}
      </div>
    );
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title, body, status: form ? 200 : 410 });
  });
}

const listFields = (fields: FormBody) =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => ({ name, value: each })));

function RepeatForm({ t, form: { path, fields } }: { readonly t: Translate; readonly form: KeptForm }) {
  return (
    <form className="stack" method="post" action={path}>
      {listFields(fields).map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <p className="buttons">
        <Button>{t(texts.repeat)}</Button> <a href={adminPath()}>{t(texts.notNow)}</a>
      </p>
    </form>
  );
}
