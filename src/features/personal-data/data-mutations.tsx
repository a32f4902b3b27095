import { z } from 'zod';
import {
  accountErrors,
  accountStyles,
  endSessions,
  enqueueNotice,
  findStaffRole,
  inSessionTransaction,
} from '#features/accounts/index.ts';
import { lockCustomer } from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { defineMutation, type Refusal } from '#platform/mutations/mutation.ts';
import { PageHead } from '#ui/page-head.tsx';
import { dataPath, deletePath, keepPath } from './contract.ts';
import { cancelDeletion, eraseCustomer, findDeletion, writeDeletion } from './deletion.ts';
import { personalDataErrors } from './errors.ts';
import { personalDataSettings } from './settings.ts';
import { personalDataTexts as texts } from './texts.ts';

const { SIGN_IN_REQUIRED, FRESH_SIGN_IN_REQUIRED } = accountErrors.codes;
const deletionErrors = {
  title: personalDataErrors.title,
  codes: { SIGN_IN_REQUIRED, FRESH_SIGN_IN_REQUIRED, ...personalDataErrors.codes },
};

type DeletionResult =
  /** `dueAt`: when the account will be deleted; null when it is already deleted. */
  { readonly ok: true; readonly dueAt: Date | null } | Refusal<'SIGN_IN_REQUIRED' | 'STAFF_ACCOUNT'>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Requires a fresh sign-in (password, mailed link or passkey, and the second step), so that nobody else deletes the
 * account.
 */
export const deleteAccountMutation = defineMutation({
  name: 'personal-data.delete-account',
  description: 'Deletes the account of the customer after some days, and signs out everywhere.',
  schema: z.unknown(),
  requiresCustomer: { returnTo: deletePath, isFresh: true },
  errors: deletionErrors,
  run: async (call): Promise<DeletionResult> => {
    const { shop, customer } = call;
    const { undoDays } = shop.settings(personalDataSettings);
    const now = shop.clock.now();
    return inSessionTransaction(call, async (tx): Promise<DeletionResult> => {
      if ((await findStaffRole(tx, customer.id)) !== null) return { ok: false, code: 'STAFF_ACCOUNT' };
      if (undoDays === 0) {
        await eraseCustomer(shop, tx, customer);
        return { ok: true, dueAt: null };
      }
      await writeDeletion(tx, customer.id, now, new Date(now.getTime() + undoDays * dayMs));
      const dueAt = (await findDeletion(tx, customer.id)) ?? now;
      await endSessions(tx, customer.id, null);
      const subject = shop.t(texts.askedSubject, { shop: shop.choices.name });
      const link = { text: shop.t(texts.page), href: dataPath };
      const text = shop.t(texts.askedMail, { due: dueAt });
      await enqueueNotice(shop, tx, { to: customer.email, subject, text, link });
      return { ok: true, dueAt };
    });
  },
  message: ({ shop }) => shop.t(texts.STAFF_ACCOUNT),
  form: {
    path: deletePath,
    success: ({ shop }, { dueAt }): FormReply => ({ page: createGoodbyePage(shop, dueAt) }),
    failure: () => ({ redirectTo: deletePath }),
  },
});

export const keepAccountMutation = defineMutation({
  name: 'personal-data.keep-account',
  description: 'Keeps an account that was going to be deleted.',
  schema: z.unknown(),
  requiresCustomer: { returnTo: dataPath },
  errors: accountErrors,
  run: async ({ shop, customer }) => {
    const { t, choices } = shop;
    await inTransaction(shop.db, async (tx) => {
      await lockCustomer(tx, customer.id);
      if (!(await cancelDeletion(tx, customer.id))) return;
      const subject = t(texts.keptSubject, { shop: choices.name });
      await enqueueNotice(shop, tx, { to: customer.email, subject, text: t(texts.keptMail, { email: choices.email }) });
    });
    return { ok: true } as const;
  },
  form: {
    path: keepPath,
    success: () => ({ redirectTo: dataPath, notices: [{ code: 'kept' }] }),
  },
});

function createGoodbyePage({ t }: Shop, dueAt: Date | null): PrivateView {
  const title = t(dueAt === null ? texts.deletedTitle : texts.askedTitle);
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={title} lead={dueAt === null ? t(texts.deleted) : t(texts.asked, { due: dueAt })} />
    </div>
  );
  return { title, styles: accountStyles, body };
}
