import { enqueueNotice, findMember } from '#features/accounts/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { type AccountMerge, personalData } from '#platform/sessions/personal-data.ts';
import { cancelDeletion, findDeletion } from './deletion.ts';
import { personalDataTexts as texts } from './texts.ts';

/**
 * Takes a stronger lock than other statements that lock customers, so that no orders of either account are inserted:
 * after the merge a trigger assigns such orders.
 */
const lockAccounts = sqlQuery<ActingCustomer>(
  'personal-data.lock-accounts',
  `select id, email, email_verified_at is not null as "isEmailVerified" from customers
  where id = any($1::bigint[]) and erased_at is null order by id for update`,
);

export type MergeRefusal = 'SAME_ACCOUNT' | 'ACCOUNT_GONE' | 'STAFF_ACCOUNT' | 'ADDRESS_NOT_PROVED' | 'DELETION_ASKED';

/**
 * Finds the reason why two accounts must not be merged; null when they may be. Accounts of staff are never merged,
 * and an account without a verified address gets no data of another account. An account whose deletion was requested
 * would delete the data that it gets.
 */
export async function findMergeRefusal(db: Db, { from, into }: AccountMerge): Promise<MergeRefusal | null> {
  if (from.id === into.id) return 'SAME_ACCOUNT';
  for (const { id } of [from, into]) if ((await findMember(db, id)) !== null) return 'STAFF_ACCOUNT';
  if (!into.isEmailVerified) return 'ADDRESS_NOT_PROVED';
  return (await findDeletion(db, into.id)) === null ? null : 'DELETION_ASKED';
}

/**
 * Merges two accounts in one transaction: every feature moves its part. The source account is emptied like a deleted
 * account, its address can't sign in any more, and both addresses get a mail. The caller must hold no locks.
 */
export async function mergeAccounts(
  shop: Shop,
  tx: Tx,
  { from: fromId, into: intoId }: { readonly from: number; readonly into: number },
): Promise<({ readonly ok: true } & AccountMerge) | Refusal<MergeRefusal>> {
  const locked = await lockAccounts(tx, [[fromId, intoId]]);
  const from = locked.find(({ id }) => id === fromId);
  const into = locked.find(({ id }) => id === intoId);
  if (!from || !into) return { ok: false, code: 'ACCOUNT_GONE' };
  const refusal = await findMergeRefusal(tx, { from, into });
  if (refusal) return { ok: false, code: refusal };
  await cancelDeletion(tx, from.id);
  for (const { merge } of shop.implementations(personalData)) await merge?.(shop, tx, { from, into });
  const { t, choices } = shop;
  const subject = t(texts.mergedSubject, { shop: choices.name });
  const text = t(texts.mergedMail, { email: choices.email });
  for (const to of [from.email, into.email]) await enqueueNotice(shop, tx, { to, subject, text, link: null });
  return { ok: true, from, into };
}
