import { type SQL, sql } from 'drizzle-orm';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Money } from '#platform/money/money.ts';
import type { TaxExemption } from './customers.ts';

/** An account, or a guest, who is an email address without account. */
export interface Person extends TaxExemption {
  readonly id: number;
  /** Null: a guest. */
  readonly customerId: number | null;
  readonly email: string;
  readonly name: string;
  readonly firstSeenAt: Date;
  /** That were neither cancelled nor failed. */
  readonly orders: number;
  readonly lastOrderAt: Date | null;
  readonly isSubscribed: boolean;
  /** Received and not given back, by currency. */
  readonly spent: readonly Money[];
  readonly isEmailVerified: boolean;
  readonly isTaxExempt: boolean;
  /** The account or the guest with the same address: another person, as far as anybody has proved. */
  readonly sameAddressId: number | null;
  /** When staff erased the guest. Orders that are not closed yet are left. */
  readonly erasureAskedAt: Date | null;
}

/** SQL of the columns of a list of people `p`, without joins. */
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

/** Keeps a person from being removed until the transaction ends. @returns null when there is no such person */
export async function lockPerson(tx: Tx, id: number): Promise<Pick<Person, 'email' | 'customerId'> | null> {
  return (await lockById(tx, [id]))[0] ?? null;
}

/**
 * What the audit calls a person. A guest ends with the last thing that names the address, and entries about them are not
 * found any more then: they have no address.
 */
export const toAuditLabel = ({ id, customerId, email }: Pick<Person, 'id' | 'customerId' | 'email'>): string =>
  customerId === null ? `#${id}` : email;

const selectByEmail = sqlQuery<{ id: number }>(
  'customers.find-people-by-email',
  'select id from people where lower(email) = lower($1) order by customer_id nulls last',
);

/** The account with an address, and the guest. */
export async function findPeopleByEmail(db: Db, email: string): Promise<readonly number[]> {
  return (await selectByEmail(db, [email])).map(({ id }) => id);
}

/**
 * The condition for rows of a person, for panels of other features: rows of the account, or rows of no account with the
 * address of the guest. Both parts need an index.
 * @param key the address in small letters
 */
export const isOfPerson = (id: number, { customer, key }: { readonly customer: SQL; readonly key: SQL }): SQL =>
  sql`(${customer} = (select customer_id from people where id = ${id})
    or ${customer} is null and ${key} = (select lower(email) from people where id = ${id} and customer_id is null))`;

/** The condition for rows that only an account can have. */
export const isOfAccount = (id: number, customer: SQL): SQL =>
  sql`${customer} = (select customer_id from people where id = ${id})`;
