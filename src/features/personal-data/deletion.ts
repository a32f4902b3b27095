import { enqueueNotice, findStaffRole } from '#features/accounts/index.ts';
import { findCustomer, lockCustomer } from '#features/customers/index.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import { personalData } from '#platform/sessions/personal-data.ts';
import { personalDataTexts as texts } from './texts.ts';

const selectDue = sqlQuery<{ dueAt: Date }>(
  'personal-data.find-deletion',
  'select due_at as "dueAt" from account_deletions where customer_id = $1',
);

/** @returns when the account will be deleted; null when no deletion was requested */
export async function findDeletion(db: Db, customerId: number): Promise<Date | null> {
  return (await selectDue(db, [customerId]))[0]?.dueAt ?? null;
}

const insertDeletion = sqlQuery(
  'personal-data.ask-deletion',
  `insert into account_deletions (customer_id, asked_at, due_at) values ($1, $2, $3) on conflict (customer_id) do nothing`,
);

export async function writeDeletion(tx: Tx, customerId: number, now: Date, dueAt: Date): Promise<void> {
  await insertDeletion(tx, [customerId, now, dueAt]);
}

const removeDeletion = sqlQuery<{ id: number }>(
  'personal-data.drop-deletion',
  'delete from account_deletions where customer_id = $1 returning customer_id as id',
);

/**
 * Cancels the requested deletion of an account.
 * @returns false when no deletion was requested
 */
export async function cancelDeletion(tx: Tx, customerId: number): Promise<boolean> {
  return (await removeDeletion(tx, [customerId])).length === 1;
}

export type ErasureRefusal = 'STAFF_ACCOUNT' | 'ACCOUNT_GONE';

/**
 * Deletes an account: every feature erases its part. The caller holds no lock except that of the customer.
 * @returns why the account was not deleted: it belongs to staff, or was deleted or merged meanwhile
 */
export async function eraseCustomer(shop: Shop, tx: Tx, customer: ActingCustomer): Promise<ErasureRefusal | null> {
  if (!(await lockCustomer(tx, customer.id))) return 'ACCOUNT_GONE';
  if ((await findStaffRole(tx, customer.id)) !== null) return 'STAFF_ACCOUNT';
  await cancelDeletion(tx, customer.id);
  for (const { erase } of shop.implementations(personalData)) await erase?.(shop, tx, customer);
  const { t, choices } = shop;
  const subject = t(texts.deletedSubject, { shop: choices.name });
  const text = t(texts.deletedMail, { email: choices.email });
  await enqueueNotice(shop, tx, { to: customer.email, subject, text, link: null });
  return null;
}

/** Erases a guest: every feature erases data that belongs to no account and has the guest's address. */
export async function eraseGuest(shop: Shop, tx: Tx, email: string): Promise<void> {
  const guest = { id: null, email, isEmailVerified: true };
  for (const { erase } of shop.implementations(personalData)) await erase?.(shop, tx, guest);
}

const selectAllDue = sqlQuery<{ id: number }>(
  'personal-data.list-due',
  'select customer_id as id from account_deletions where due_at <= $1 order by due_at limit 500',
);

/**
 * Deletes the accounts whose requested deletion is due. Accounts of members of staff who joined meanwhile are kept. A
 * failing deletion does not stop the others, and is tried again with the next job.
 */
export async function eraseDueCustomers(shop: Shop): Promise<void> {
  const now = shop.clock.now();
  for (const { id } of await selectAllDue(shop.db, [now]))
    try {
      await inTransaction(shop.db, (tx) => eraseIfDue(shop, tx, id, now));
    } catch (error) {
      shop.log.error({ err: error, customer: id }, 'an account was not deleted');
    }
}

async function eraseIfDue(shop: Shop, tx: Tx, id: number, now: Date): Promise<void> {
  await lockCustomer(tx, id);
  const dueAt = await findDeletion(tx, id);
  const customer = await findCustomer(tx, id);
  if (customer === null || dueAt === null || dueAt > now) return;
  if ((await eraseCustomer(shop, tx, customer)) !== null) await cancelDeletion(tx, id);
}

export const eraseDueJob = defineJob({
  name: 'personal-data:erase',
  every: '20 * * * *',
  run: (shop) => eraseDueCustomers(shop),
});
