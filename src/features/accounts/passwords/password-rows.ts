import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';

interface Credentials extends ActingCustomer {
  readonly hash: string | null;
  readonly locale: string;
}

const selectByEmail = sqlQuery<Credentials>(
  'accounts.find-credentials',
  `select c.id, c.email, c.email_verified_at is not null as "isEmailVerified", c.locale, p.hash
  from customers c left join account_passwords p on p.customer_id = c.id where lower(c.email) = lower($1)`,
);

/** Finds the customer who signs in with this email address. `hash` is null for a customer without a password. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  return (await selectByEmail(db, [email]))[0] ?? null;
}

const selectHash = sqlQuery<{ hash: string }>(
  'accounts.find-password',
  'select hash from account_passwords where customer_id = $1',
);

/** @returns null for a customer without a password */
export async function findPasswordHash(db: Db, customerId: number): Promise<string | null> {
  return (await selectHash(db, [customerId]))[0]?.hash ?? null;
}

const upsertPassword = sqlQuery(
  'accounts.set-password',
  `insert into account_passwords (customer_id, hash, changed_at) values ($1, $2, $3)
  on conflict (customer_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
);

export async function writePassword(tx: Tx, customerId: number, hash: string, now: Date): Promise<void> {
  await upsertPassword(tx, [customerId, hash, now]);
}
