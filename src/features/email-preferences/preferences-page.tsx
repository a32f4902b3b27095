import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AccountLayout, accountErrors, showAccountPage } from '#features/accounts/index.ts';
import { findVerifiedEmail } from '#features/customers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { preferencesPath } from './paths.ts';
import type { OptionalMail } from './ports.ts';
import { chooseMails, listChosenMails, listOfferedMails } from './preferences.ts';
import { emailPreferenceTexts as texts } from './texts.ts';

const kindField = 'kind';

export function registerPreferencesPage(app: FastifyInstance, shop: Shop): void {
  app.get(preferencesPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id, email }) => {
      const mailbox = { id, verifiedEmail: await findVerifiedEmail(shop.db, id) };
      const [mails, chosen] = [listOfferedMails(shop, mailbox), await listChosenMails(shop, mailbox)];
      const notices = consumeNotices(shop, request, reply, ['saved']).map(({ code }) => shop.t(texts[code]));
      const title = shop.t(texts.page);
      const page = { shop, path: preferencesPath, title, lead: shop.t(texts.lead, { email }), notices };
      const body = (
        <AccountLayout {...page}>
          {mailbox.verifiedEmail === null && <Notice kind="info">{shop.t(texts.unverified)}</Notice>}
          <PreferencesForm {...{ shop, mails, chosen }} />
        </AccountLayout>
      );
      return { title, body };
    }),
  );
}

interface FormProps {
  readonly shop: Shop;
  readonly mails: readonly OptionalMail[];
  readonly chosen: ReadonlySet<string>;
}

function PreferencesForm({ shop: { t }, mails, chosen }: FormProps) {
  if (mails.length === 0) return <p>{t(texts.none)}</p>;
  return (
    <form className="stack" method="post" action={preferencesPath}>
      <fieldset className="choices">
        <legend className="choices__legend">{t(texts.legend)}</legend>
        {mails.map(({ kind, title, description }) => (
          <Checkbox
            key={kind}
            id={`email-${kind}`}
            name={kindField}
            value={kind}
            label={t(title)}
            hint={t(description)}
            defaultChecked={chosen.has(kind)}
          />
        ))}
      </fieldset>
      <p>
        <Button>{t(texts.save)}</Button>
      </p>
    </form>
  );
}

const kind = z.string().max(60);

/** Kinds that the form does not send are switched off. */
export const savePreferencesMutation = defineMutation({
  name: 'email-preferences.save-preferences',
  description: 'Saves which optional mails the customer wants.',
  schema: z.object({ [kindField]: z.union([kind, z.array(kind).max(50)]).default([]) }),
  requiresCustomer: { returnTo: preferencesPath },
  errors: accountErrors,
  run: async ({ shop, customer }, { kind: wanted }) => {
    const mailbox = { id: customer.id, verifiedEmail: await findVerifiedEmail(shop.db, customer.id) };
    await chooseMails(shop, mailbox, [wanted].flat());
    return { ok: true } as const;
  },
  form: {
    path: preferencesPath,
    success: () => ({ redirectTo: preferencesPath, notices: [{ code: 'saved' }] }),
  },
});
