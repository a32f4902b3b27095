import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  AccountLayout,
  accountErrors,
  endSessions,
  enqueueNotice,
  inSessionTransaction,
  isFresh,
  showAccountPage,
  toSignInAgain,
} from '#features/accounts/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { line } from '#platform/forms/kinds.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { createFormSchema } from '#platform/mutations/form-schema.ts';
import { defineMutation, type MutationCall, type Refusal } from '#platform/mutations/mutation.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import {
  addPasskeyPath,
  newPasskeyOptionsPath,
  type PasskeyScript,
  passkeysPath,
  removePath,
  renamePath,
} from './contract.ts';
import { listPasskeys, maxNameLength, type PasskeyEntry, removePasskey, renamePasskey } from './passkey-rows.ts';
import { passkeyTexts as texts } from './texts.ts';

export function registerPasskeysPage(app: FastifyInstance, shop: Shop): void {
  const { t } = shop;
  app.get(passkeysPath, (request, reply) =>
    showAccountPage(shop, request, reply, async ({ id }) => {
      const passkeys = await listPasskeys(shop.db, id);
      const notices = consumeNotices(shop, request, reply, ['added', 'renamed', 'removed']).map(({ code }) =>
        t(texts[code]),
      );
      const title = t(texts.page);
      const body = (
        <AccountLayout shop={shop} path={passkeysPath} title={title} lead={t(texts.lead)} notices={notices}>
          {passkeys.length === 0 && <p className="account__none">{t(texts.none)}</p>}
          <ul className="account-list">
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} shop={shop} passkey={passkey} />
            ))}
          </ul>
          {isFresh(shop, request) ? (
            <AddButton shop={shop} />
          ) : (
            <p>
              <ButtonLink look="quiet" href={toSignInAgain(passkeysPath)}>
                {t(texts.addAgain)}
              </ButtonLink>
            </p>
          )}
        </AccountLayout>
      );
      return { title, body };
    }),
  );
}

function AddButton({ shop: { t, wire } }: { readonly shop: Shop }) {
  const script: PasskeyScript = {
    optionsUrl: newPasskeyOptionsPath(wire.rest),
    url: addPasskeyPath(wire.rest),
    returnTo: passkeysPath,
    failed: t(texts.failed),
  };
  return (
    <Behaviour of="passkeys/add" when="interaction">
      <div className="stack" data-passkeys={JSON.stringify(script)}>
        <p>
          <button type="button" className="button when-script">
            {t(texts.add)}
          </button>
        </p>
        <p role="alert" hidden />
        <noscript>
          <p>{t(texts.needsScript)}</p>
        </noscript>
      </div>
    </Behaviour>
  );
}

function PasskeyItem({ shop: { t }, passkey }: { readonly shop: Shop; readonly passkey: PasskeyEntry }) {
  const { id, name, createdAt: at, usedAt } = passkey;
  const fieldId = `passkey-${id}`;
  return (
    <li className="account-list__item">
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="account__muted">
          {usedAt === null ? t(texts.neverUsed, { at }) : t(texts.usedAt, { at, used: usedAt })}
        </p>
      </div>
      <div className="account-list__actions">
        <form className="passkey-name" method="post" action={renamePath(id)}>
          <label htmlFor={fieldId}>
            <VisuallyHidden>{t(texts.name)}</VisuallyHidden>
          </label>
          <input className="input" id={fieldId} name="name" defaultValue={name} maxLength={maxNameLength} required />
          <Button look="text" aria-label={t(texts.renameOf, { name })}>
            {t(texts.rename)}
          </Button>
        </form>
        <form method="post" action={removePath(id)}>
          <Button look="text" aria-label={t(texts.removeOf, { name })}>
            {t(texts.remove)}
          </Button>
        </form>
      </div>
    </li>
  );
}

function readId({ request }: MutationCall): number {
  const { id } = request.params as { id: string };
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}

type ListResult = { readonly ok: true } | Refusal<'SIGN_IN_REQUIRED' | 'not_found'>;

export const renamePasskeyMutation = defineMutation({
  name: 'passkeys.rename-passkey',
  description: 'Renames a passkey of the customer.',
  schema: createFormSchema(({ shop }) => ({ name: line({ label: shop.t(texts.name), max: maxNameLength }) })),
  requiresCustomer: { returnTo: passkeysPath },
  errors: accountErrors,
  run: async (call, { values }): Promise<ListResult> => {
    const name = values.name.slice(0, maxNameLength) || call.shop.t(texts.unnamed);
    const isRenamed = await renamePasskey(call.shop.db, call.customer.id, readId(call), name);
    return isRenamed ? { ok: true } : { ok: false, code: 'not_found' };
  },
  form: {
    path: renamePath(':id'),
    success: () => ({ redirectTo: passkeysPath, notices: [{ code: 'renamed' }] }),
  },
});

/** Ends all other sessions, since one of them may have begun with the removed passkey. */
export const removePasskeyMutation = defineMutation({
  name: 'passkeys.remove-passkey',
  description: 'Removes a passkey of the customer.',
  schema: z.unknown(),
  requiresCustomer: { returnTo: passkeysPath, isFresh: true },
  errors: accountErrors,
  run: async (call): Promise<ListResult> => {
    const { shop, customer } = call;
    const id = readId(call);
    return inSessionTransaction(call, async (tx, sessionId): Promise<ListResult> => {
      const name = (await listPasskeys(tx, customer.id)).find((passkey) => passkey.id === id)?.name;
      if (name === undefined) return { ok: false, code: 'not_found' };
      await removePasskey(tx, customer.id, id);
      await endSessions(tx, customer.id, sessionId);
      const subject = shop.t(texts.removedSubject, { shop: shop.choices.name });
      const text = shop.t(texts.removedMail, { name, email: shop.choices.email });
      await enqueueNotice(shop, tx, { to: customer.email, subject, text });
      return { ok: true };
    });
  },
  form: {
    path: removePath(':id'),
    success: () => ({ redirectTo: passkeysPath, notices: [{ code: 'removed' }] }),
  },
});
