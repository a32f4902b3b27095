import { type SQL, sql } from 'drizzle-orm';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Money } from '#platform/money/money.ts';
import type { TaxExemption } from './customers.ts';

/** An account, or a guest: an email address without an account. */
export interface Person extends TaxExemption {
  readonly id: number;
  /** Null for a guest. */
  readonly customerId: number | null;
  readonly email: string;
  readonly name: string;
  readonly firstSeenAt: Date;
  /** Number of orders that were neither cancelled nor failed. */
  readonly orders: number;
  readonly lastOrderAt: Date | null;
  readonly isSubscribed: boolean;
  /** Money received and not refunded, by currency. */
  readonly spent: readonly Money[];
  readonly isEmailVerified: boolean;
  readonly isTaxExempt: boolean;
  /**
   * Id of the account or the guest with the same email address. It counts as another person until the address is
   * proved.
   */
  readonly sameAddressId: number | null;
  /** When staff erased the guest. Orders that are not closed yet keep their data. */
  readonly erasureAskedAt: Date | null;
}

/** SQL columns for a list of people with the alias `p`, without joins. */
export const spentSql = `(select coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount) order by s.currency), '[]')
  from person_spendings s where s.person_id = p.id and s.amount <> 0)`;

const columns = `p.id, p.customer_id as "customerId", p.email, p.name, p.first_seen_at as "firstSeenAt", p.orders, p.last_order_at as "lastOrderAt",
  p.is_subscribed as "isSubscribed", ${spentSql} as spent, coalesce(c.email_verified_at is not null, false) as "isEmailVerified",
  c.tax_exemption as "taxExemption", coalesce(c.tax_certificate, '') as "taxCertificate", c.tax_exempt_before as "taxExemptBefore",
  coalesce(is_tax_exempt(c.tax_exemption, c.tax_exempt_before), false) as "isTaxExempt",
  (select other.id from people other where lower(other.email) = lower(p.email) and other.id <> p.id) as "sameAddressId",
  case when p.customer_id is null then (select max(o.erasure_asked_at) from orders o
    where o.customer_id is null and lower(o.email) = lower(p.email) and o.erased_at is null) end as "erasureAskedAt"`;

const selectPerson = sqlQuery<Person>(
  'customers.find-person',
  `select ${columns} from people p left join customers c on c.id = p.customer_id where p.id = $1`,
);

export async function findPerson(db: Db, id: number): Promise<Person | null> {
  return (await selectPerson(db, [id]))[0] ?? null;
}

const lockById = sqlQuery<{ email: string; customerId: number | null }>(
  'customers.lock-person',
  'select email, customer_id as "customerId" from people where id = $1 for key share',
);

/**
 * Keeps a person from being removed until the transaction ends.
 * @returns null when there is no such person
 */
export async function lockPerson(tx: Tx, id: number): Promise<Pick<Person, 'email' | 'customerId'> | null> {
  return (await lockById(tx, [id]))[0] ?? null;
}

/**
 * Returns the label of a person in the audit. For guests it contains no address: their record is deleted with the
 * last row that names the address, and the erasure would no longer find their audit entries.
 */
export const toAuditLabel = ({ id, customerId, email }: Pick<Person, 'id' | 'customerId' | 'email'>): string =>
  customerId === null ? `#${id}` : email;

const selectByEmail = sqlQuery<{ id: number }>(
  'customers.find-people-by-email',
  'select id from people where lower(email) = lower($1) order by customer_id nulls last',
);

/** Returns the ids of the account and of the guest with an address. */
export async function findPeopleByEmail(db: Db, email: string): Promise<readonly number[]> {
  return (await selectByEmail(db, [email])).map(({ id }) => id);
}

/**
 * Returns the condition for rows of a person, for panels of other features: rows of the account, or rows without an
 * account that have the guest's address. Both parts need an index.
 * @param key the address in lower case
 */
export const isOfPerson = (id: number, { customer, key }: { readonly customer: SQL; readonly key: SQL }): SQL =>
  sql`(${customer} = (select customer_id from people where id = ${id})
    or ${customer} is null and ${key} = (select lower(email) from people where id = ${id} and customer_id is null))`;

/** Returns the condition for rows that only an account can have. */
export const isOfAccount = (id: number, customer: SQL): SQL =>
  sql`${customer} = (select customer_id from people where id = ${id})`;
