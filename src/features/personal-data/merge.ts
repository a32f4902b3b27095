import { enqueueNotice, findMember } from '#features/accounts/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { type AccountMerge, personalData } from '#platform/sessions/personal-data.ts';
import { dropDeletion, findDeletion } from './deletion.ts';
import { personalDataTexts as texts } from './texts.ts';

/** Unlike other locks of customers, it keeps orders of both from being inserted: a trigger moves them once it is over. */
const lockAccounts = sqlQuery<ActingCustomer>(
  'personal-data.lock-accounts',
  `select id, email, email_verified_at is not null as "isEmailVerified" from customers
  where id = any($1::bigint[]) and erased_at is null order by id for update`,
);

export type MergeRefusal = 'SAME_ACCOUNT' | 'ACCOUNT_GONE' | 'STAFF_ACCOUNT' | 'ADDRESS_NOT_PROVED' | 'DELETION_ASKED';

/**
 * Why two accounts must not become one; null when they may. Staff are never merged, and nobody whose address is not proved
 * gets what another one has. An account that is going to be deleted would take what it gets with it.
 */
export async function findMergeRefusal(db: Db, { from, into }: AccountMerge): Promise<MergeRefusal | null> {
  if (from.id === into.id) return 'SAME_ACCOUNT';
  for (const { id } of [from, into]) if ((await findMember(db, id)) !== null) return 'STAFF_ACCOUNT';
  if (!into.isEmailVerified) return 'ADDRESS_NOT_PROVED';
  return (await findDeletion(db, into.id)) === null ? null : 'DELETION_ASKED';
}

/**
 * Makes two accounts one, in one transaction: every feature moves its part. The account that ends is emptied like a
 * deleted one; its address signs nobody in, and both addresses are told. Call it with nothing locked.
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
  await dropDeletion(tx, from.id);
  for (const { merge } of shop.implementations(personalData)) await merge?.(shop, tx, { from, into });
  const { t, choices } = shop;
  const subject = t(texts.mergedSubject, { shop: choices.name });
  const text = t(texts.mergedMail, { email: choices.email });
  for (const to of [from.email, into.email]) await enqueueNotice(shop, tx, { to, subject, text, link: null });
  return { ok: true, from, into };
}
