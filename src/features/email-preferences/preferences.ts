import { type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';
import { stopPath } from './paths.ts';
import { type OptionalMail, optionalMails } from './ports.ts';

const signedPurpose = 'email-preferences.stop';

const selectWanted = sqlQuery<{ kind: string }>(
  'email-preferences.list-wanted',
  'select kind from email_preferences where customer_id = $1 and is_wanted',
);

/** Returns the kinds of mail that a customer has switched on. */
export async function listWantedMails(db: Db, customerId: number): Promise<ReadonlySet<string>> {
  return new Set((await selectWanted(db, [customerId])).map(({ kind }) => kind));
}

const upsertPreferences = sqlQuery(
  'email-preferences.save-preferences',
  `insert into email_preferences (customer_id, kind, is_wanted, locale, changed_at)
  select $1, kind, kind = any($3::text[]), $5, $4 from unnest($2::text[]) kind
  on conflict (customer_id, kind) do update set is_wanted = excluded.is_wanted, locale = excluded.locale, changed_at = excluded.changed_at
  where email_preferences.is_wanted <> excluded.is_wanted`,
);

/** Stores the choice for `kinds`: those in `wanted` are switched on, the others off. */
export async function savePreferences(
  { clock, choices }: Shop,
  db: Db,
  customerId: number,
  { kinds, wanted }: { readonly kinds: readonly string[]; readonly wanted: readonly string[] },
): Promise<void> {
  await upsertPreferences(db, [customerId, kinds, wanted, clock.now(), choices.locale]);
}

interface Mailbox {
  readonly id: number;
  /** Null while the address is not proved to be the customer's. */
  readonly verifiedEmail: string | null;
}

/**
 * Lists the kinds of mail that a customer can choose now. Kinds that are refused by address need a verified address.
 */
export const listOfferedMails = (shop: Shop, { verifiedEmail }: Mailbox): OptionalMail[] =>
  shop
    .implementations(optionalMails)
    .filter(({ refusals }) => refusals === undefined || (verifiedEmail !== null && refusals.isOffered(shop)));

/** Returns the kinds of mail that a customer gets. */
export async function listChosenMails(shop: Shop, mailbox: Mailbox): Promise<ReadonlySet<string>> {
  const { id, verifiedEmail } = mailbox;
  const chosen = new Set(await listWantedMails(shop.db, id));
  for (const { kind, refusals } of listOfferedMails(shop, mailbox))
    if (refusals && verifiedEmail && !(await refusals.has(shop, shop.db, verifiedEmail))) chosen.add(kind);
  return chosen;
}

/** Stores the choice for all kinds that the customer can choose. */
export async function chooseMails(shop: Shop, mailbox: Mailbox, wanted: readonly string[]): Promise<void> {
  const { id, verifiedEmail } = mailbox;
  const offered = listOfferedMails(shop, mailbox);
  await inTransaction(shop.db, async (tx) => {
    const kinds = offered.filter(({ refusals }) => refusals === undefined).map(({ kind }) => kind);
    await savePreferences(shop, tx, id, { kinds, wanted });
    for (const { kind, refusals } of offered)
      if (refusals && verifiedEmail) await refusals.set(shop, tx, verifiedEmail, !wanted.includes(kind));
  });
}

const switchOff = sqlQuery(
  'email-preferences.stop-mail',
  `update email_preferences set is_wanted = false, changed_at = $3 where customer_id = $1 and kind = $2 and is_wanted`,
);

/** Switches one kind of mail off. Idempotent. */
export async function stopMail({ clock }: Shop, db: Db, customerId: number, kind: string): Promise<void> {
  await switchOff(db, [customerId, kind, clock.now()]);
}

const format = (customerId: number, kind: string): string => `${customerId} ${kind}`;

/**
 * Creates the absolute URL that stops a kind of mail for a customer: a page for people, to which mail programs post
 * (RFC 8058). For `unsubscribeUrl` of a mail.
 */
export function createStopLink({ config }: Shop, customerId: number, kind: string): string {
  const key = sign(config.secrets, signedPurpose, format(customerId, kind));
  return config.publicUrl + stopPath.replace(':customer', `${customerId}`).replace(':kind', kind).replace(':key', key);
}

interface StopRequest {
  readonly customerId: number;
  readonly kind: string;
}

/** Reads the parameters of a stop link. Returns null when the shop has not signed them. */
export function readStopLink({ config }: Shop, params: unknown): StopRequest | null {
  const { customer = '', kind = '', key = '' } = params as Readonly<Record<string, string>>;
  const customerId = /^[1-9]\d{0,14}$/.test(customer) ? Number(customer) : null;
  if (customerId === null || !isSigned(config.secrets, signedPurpose, format(customerId, kind), key)) return null;
  return { customerId, kind };
}
