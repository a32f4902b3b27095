import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';

export interface PasskeyEntry {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

export const maxPasskeys = 20;

/** In characters. The table has the same limit. */
export const maxNameLength = 100;

const selectEntries = sqlQuery<PasskeyEntry>(
  'passkeys.list-passkeys',
  `select id, name, created_at as "createdAt", used_at as "usedAt" from passkeys where customer_id = $1 order by id`,
);

export function listPasskeys(db: Db, customerId: number): Promise<PasskeyEntry[]> {
  return selectEntries(db, [customerId]);
}

const selectOwners = sqlQuery<{ customerId: number }>(
  'passkeys.list-owners',
  'select distinct customer_id as "customerId" from passkeys where customer_id = any($1::bigint[])',
);

export async function listPeopleWithPasskeys(db: Db, customerIds: readonly number[]): Promise<number[]> {
  return (await selectOwners(db, [customerIds])).map(({ customerId }) => customerId);
}

export async function hasPasskey(db: Db, customerId: number): Promise<boolean> {
  return (await listPeopleWithPasskeys(db, [customerId])).length > 0;
}

interface KnownCredential {
  readonly credentialId: Buffer;
  readonly userHandle: Buffer;
  readonly transports: readonly string[];
}

const selectCredentials = sqlQuery<KnownCredential>(
  'passkeys.list-credentials',
  `select credential_id as "credentialId", user_handle as "userHandle", transports from passkeys
  where customer_id = $1 order by id`,
);

export function listCredentials(db: Db, customerId: number): Promise<KnownCredential[]> {
  return selectCredentials(db, [customerId]);
}

export interface Passkey extends KnownCredential {
  readonly id: number;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly customer: ActingCustomer;
}

const selectByCredential = sqlQuery<Omit<Passkey, 'customer'> & Omit<ActingCustomer, 'id'> & { customerId: number }>(
  'passkeys.find-credential',
  `select p.id, p.credential_id as "credentialId", p.user_handle as "userHandle", p.transports,
    p.public_key as "publicKey", p.counter, c.id as "customerId", c.email,
    c.email_verified_at is not null as "isEmailVerified"
  from passkeys p join customers c on c.id = p.customer_id where p.credential_id = $1`,
);

/** @returns null when no customer has this credential */
export async function findPasskey(db: Db, credentialId: Buffer): Promise<Passkey | null> {
  const [row] = await selectByCredential(db, [credentialId]);
  if (!row) return null;
  const { customerId, email, isEmailVerified, ...passkey } = row;
  return { ...passkey, customer: { id: customerId, email, isEmailVerified } };
}

const insertPasskey = namedQuery<NewPasskey, { id: number }>(
  'passkeys.add-passkey',
  `insert into passkeys (customer_id, credential_id, public_key, user_handle, counter, transports, name, created_at)
  select $customerId, $credentialId, $publicKey, $userHandle, $counter, $transports, $name, $now
  where (select count(*) from passkeys where customer_id = $customerId) < ${maxPasskeys}
  on conflict (credential_id) do nothing returning id`,
);

interface NewPasskey extends KnownCredential {
  readonly customerId: number;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly name: string;
  readonly now: Date;
}

/**
 * The caller must have locked the customer's row.
 * @returns false when the credential already exists, or the customer has the maximum number of passkeys
 */
export async function writePasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  return (await insertPasskey(tx, passkey)).length === 1;
}

const updateUsed = sqlQuery<{ id: number }>(
  'passkeys.use-passkey',
  `update passkeys set counter = $2, used_at = $3 where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
  returning id`,
);

/**
 * Stores the counter of a sign-in.
 * @returns false when the passkey was removed, or when the counter did not increase, since the passkey may have been
 * copied
 */
export async function updatePasskeyCounter(tx: Tx, id: number, counter: number, now: Date): Promise<boolean> {
  return (await updateUsed(tx, [id, counter, now])).length === 1;
}

const updateName = sqlQuery<{ id: number }>(
  'passkeys.rename-passkey',
  'update passkeys set name = $3 where customer_id = $1 and id = $2 returning id',
);

/** @returns false when the customer has no such passkey */
export async function renamePasskey(db: Db, customerId: number, id: number, name: string): Promise<boolean> {
  return (await updateName(db, [customerId, id, name])).length === 1;
}

const deletePasskey = sqlQuery<{ id: number }>(
  'passkeys.remove-passkey',
  'delete from passkeys where customer_id = $1 and id = $2 returning id',
);

/** @returns false when the customer has no such passkey */
export async function removePasskey(tx: Tx, customerId: number, id: number): Promise<boolean> {
  return (await deletePasskey(tx, [customerId, id])).length === 1;
}
