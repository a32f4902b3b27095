import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { decrypt, encrypt, getKeyId } from '#platform/sessions/encryption.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

const createContext = (customerId: number) => ({ purpose: 'totp-secret', owner: String(customerId) });

type SecretShop = Pick<Shop, 'config' | 'clock'>;

interface StoredSecret {
  readonly secret: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
}

const selectSecret = sqlQuery<StoredSecret>(
  'two-factor.find-secret',
  `select secret, created_at as "createdAt", confirmed_at as "confirmedAt" from totp_secrets where customer_id = $1`,
);

/** Minutes within which a set-up must be confirmed. */
const setupMinutes = 30;

/** @returns the confirmed secret of the customer's app; null when there is none */
export async function findSecret({ config }: SecretShop, db: Db, customerId: number): Promise<string | null> {
  const [row] = await selectSecret(db, [customerId]);
  return row?.confirmedAt ? decrypt(config.secrets, row.secret, createContext(customerId)) : null;
}

interface NewSecret {
  readonly secret: string;
  /** Encrypted secret as the row stores it. `confirmSetup` compares it to confirm exactly this secret. */
  readonly encrypted: string;
}

/** @returns the secret of a set-up that is not confirmed; null when there is none or it is too old */
export async function findNewSecret(
  { config, clock }: SecretShop,
  db: Db,
  customerId: number,
): Promise<NewSecret | null> {
  const [row] = await selectSecret(db, [customerId]);
  if (!row || row.confirmedAt !== null) return null;
  const isOld = clock.now().getTime() - row.createdAt.getTime() > setupMinutes * 60_000;
  const secret = isOld ? null : decrypt(config.secrets, row.secret, createContext(customerId));
  return secret === null ? null : { secret, encrypted: row.secret };
}

const selectConfirmed = sqlQuery<{ id: number }>(
  'two-factor.find-confirmed',
  'select customer_id as id from totp_secrets where customer_id = $1 and confirmed_at is not null',
);

const selectOn = sqlQuery<{ customerId: number }>(
  'two-factor.list-confirmed',
  `select customer_id as "customerId" from totp_secrets
  where customer_id = any($1::bigint[]) and confirmed_at is not null`,
);

/** Lists which of the customers must enter a code at sign-in. */
export async function listTwoFactorOn(db: Db, customerIds: readonly number[]): Promise<number[]> {
  return (await selectOn(db, [customerIds])).map(({ customerId }) => customerId);
}

/** Returns whether the customer must enter a code at sign-in. */
export async function isTwoFactorOn(db: Db, customerId: number): Promise<boolean> {
  return (await selectConfirmed(db, [customerId])).length === 1;
}

const insertSecret = sqlQuery(
  'two-factor.start-setup',
  `insert into totp_secrets (customer_id, secret, created_at) values ($1, $2, $3)
  on conflict (customer_id) do update set secret = excluded.secret, created_at = excluded.created_at
  where totp_secrets.confirmed_at is null and (totp_secrets.created_at < $4 or $5::boolean)`,
);

const getOldestSetup = (now: Date): Date => new Date(now.getTime() - setupMinutes * 60_000);

/**
 * Begins a set-up. When the customer began one in another tab, keeps its secret, which an app may already contain,
 * unless the customer wants a new one. Never changes a confirmed secret.
 */
export async function writeSecret(
  { config, clock }: SecretShop,
  db: Db,
  customerId: number,
  { secret, isAnew }: { readonly secret: string; readonly isAnew: boolean },
): Promise<void> {
  const encrypted = encrypt(config.secrets, secret, createContext(customerId));
  const now = clock.now();
  await insertSecret(db, [customerId, encrypted, now, getOldestSetup(now), isAnew]);
}

const confirmSecret = sqlQuery<{ id: number }>(
  'two-factor.confirm-setup',
  `update totp_secrets set confirmed_at = $2, last_step = $3 where customer_id = $1 and confirmed_at is null
    and secret = $4 returning customer_id as id`,
);

interface ConfirmedCode {
  readonly now: Date;
  readonly step: number;
  /** The secret that created the code, encrypted, as `findNewSecret` returned it. */
  readonly encrypted: string;
}

/** @returns false when the set-up was confirmed before, no longer exists, or was begun again with another secret */
export async function confirmSetup(
  tx: Tx,
  customerId: number,
  { now, step, encrypted }: ConfirmedCode,
): Promise<boolean> {
  return (await confirmSecret(tx, [customerId, now, step, encrypted])).length === 1;
}

const updateStep = sqlQuery<{ id: number }>(
  'two-factor.use-code',
  `update totp_secrets set last_step = $2 where customer_id = $1 and last_step < $2 and confirmed_at is not null
  returning customer_id as id`,
);

/**
 * Marks the step of a code as used. Of concurrent uses of one code, only one succeeds.
 * @returns false for a code that was used before, or is older than a used one
 */
export async function takeStep(db: Db, customerId: number, step: number): Promise<boolean> {
  return (await updateStep(db, [customerId, step])).length === 1;
}

const replaceCodes = sqlQuery(
  'two-factor.replace-recovery-codes',
  `with old as (delete from recovery_codes where customer_id = $1)
  insert into recovery_codes (customer_id, code_hash) select $1, unnest($2::bytea[])`,
);

export async function writeRecoveryCodes(tx: Tx, customerId: number, codes: readonly string[]): Promise<void> {
  await replaceCodes(tx, [customerId, codes.map((code) => hashRecoveryCode(customerId, code))]);
}

const markUsed = sqlQuery<{ id: number }>(
  'two-factor.use-recovery-code',
  `update recovery_codes set used_at = $3 where customer_id = $1 and code_hash = $2 and used_at is null
  returning customer_id as id`,
);

/** @returns false for a recovery code that was used before or does not exist */
export async function takeRecoveryCode(db: Db, customerId: number, typed: string, now: Date): Promise<boolean> {
  return (await markUsed(db, [customerId, hashRecoveryCode(customerId, typed), now])).length === 1;
}

const selectCodesLeft = sqlQuery<{ count: number }>(
  'two-factor.count-recovery-codes',
  'select count(*)::integer as count from recovery_codes where customer_id = $1 and used_at is null',
);

export async function countRecoveryCodes(db: Db, customerId: number): Promise<number> {
  return (await selectCodesLeft(db, [customerId]))[0]?.count ?? 0;
}

const deleteSecret = sqlQuery<{ id: number }>(
  'two-factor.remove-secret',
  'delete from totp_secrets where customer_id = $1 and confirmed_at is not null returning customer_id as id',
);

/**
 * Removes the secret and the recovery codes.
 * @returns false when the customer had none
 */
export async function removeSecret(tx: Tx, customerId: number): Promise<boolean> {
  return (await deleteSecret(tx, [customerId])).length === 1;
}

const selectOldSecrets = sqlQuery<{ id: number; secret: string }>(
  'two-factor.list-old-secrets',
  `select customer_id as id, secret from totp_secrets where customer_id > $1 and secret not like $2 || '.%'
  order by customer_id limit $3`,
);
const replaceSecret = sqlQuery(
  'two-factor.encrypt-again',
  'update totp_secrets set secret = $3 where customer_id = $1 and secret = $2',
);

/** Encrypts secrets again with the newest of the shop's keys when an older key encrypted them. */
export async function encryptAgain({ db, config: { secrets } }: Pick<Shop, 'db' | 'config'>): Promise<void> {
  let last = 0;
  await purgeInBatches(async (limit) => {
    const rows = await selectOldSecrets(db, [last, getKeyId(secrets[0]), limit]);
    for (const { id, secret } of rows) {
      const text = decrypt(secrets, secret, createContext(id));
      if (text !== null) await replaceSecret(db, [id, secret, encrypt(secrets, text, createContext(id))]);
      last = id;
    }
    return rows.length;
  });
}

const purgeSetups = sqlQuery(
  'two-factor.purge-setups',
  'delete from totp_secrets where confirmed_at is null and created_at < $1',
);

export async function purgeNewSecrets(db: Db, now: Date): Promise<void> {
  await purgeSetups(db, [getOldestSetup(now)]);
}
