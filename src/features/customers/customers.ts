import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { IsAddressProven } from '#platform/mail/unproven-recipients.ts';
import type { ActingCustomer } from '#platform/sessions/actor.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';

const columns = `id, email, email_verified_at is not null as "isEmailVerified"`;

const selectById = sqlQuery<ActingCustomer>('customers.find-by-id', `select ${columns} from customers where id = $1`);

/** Reads the customer for a request's session, with one query. */
export async function findCustomer(db: Db, id: number): Promise<ActingCustomer | null> {
  return (await selectById(db, [id]))[0] ?? null;
}

export interface TaxExemption {
  /** Reason of the exemption. Null: the customer pays taxes. */
  readonly taxExemption: string | null;
  /** Number of the certificate; may be empty. */
  readonly taxCertificate: string;
  /** The moment after the last day of the exemption; null when it has no end. */
  readonly taxExemptBefore: Date | null;
}

export interface CustomerDetails extends ActingCustomer, TaxExemption {
  readonly createdAt: Date;
  /** Whether the exemption applies now. */
  readonly isTaxExempt: boolean;
}

const exemptionColumns = `tax_exemption as "taxExemption", tax_certificate as "taxCertificate", tax_exempt_before as "taxExemptBefore"`;

const selectByEmail = sqlQuery<CustomerDetails>(
  'customers.find-by-email',
  `select ${columns}, created_at as "createdAt", ${exemptionColumns}, is_tax_exempt(tax_exemption, tax_exempt_before) as "isTaxExempt"
  from customers where lower(email) = lower($1)`,
);

/** @returns null when nobody has this email address */
export async function findCustomerByEmail(db: Db, email: string): Promise<CustomerDetails | null> {
  return (await selectByEmail(db, [email]))[0] ?? null;
}

/** Maximum characters of the reason of an exemption. The table has the same limit. */
export const maxExemptionLength = 500;
export const maxCertificateLength = 100;

const updateTaxExemption = sqlQuery<TaxExemption>(
  'customers.set-tax-exemption',
  `with earlier as (select * from customers where id = $1 and erased_at is null for no key update)
  update customers c set tax_exemption = $2, tax_certificate = $3, tax_exempt_before = $4 from earlier where c.id = earlier.id
  returning earlier.tax_exemption as "taxExemption", earlier.tax_certificate as "taxCertificate", earlier.tax_exempt_before as "taxExemptBefore"`,
);

/**
 * Sets why a customer pays no taxes, from the next order on.
 * @returns the previous exemption; null when there is no such account
 */
export async function setTaxExemption(
  db: Db,
  customerId: number,
  { taxExemption, taxCertificate, taxExemptBefore }: TaxExemption,
): Promise<TaxExemption | null> {
  const end = taxExemption === null ? ['', null] : [taxCertificate, taxExemptBefore];
  return (await updateTaxExemption(db, [customerId, taxExemption, ...end]))[0] ?? null;
}

const insertOrSelect = sqlQuery<ActingCustomer>(
  'customers.find-or-create',
  `with created as (
    insert into customers (email, locale, created_at) values ($1, $3, $2) on conflict (lower(email)) do nothing returning ${columns}
  )
  select * from created union all select ${columns} from customers where lower(email) = lower($1) limit 1`,
);

/**
 * Finds the customer with this email address, or creates one whose address is not verified. The
 * caller has validated the address.
 */
export async function findOrCreateCustomer(
  { clock, choices }: Pick<Shop, 'clock' | 'choices'>,
  db: Db,
  email: string,
): Promise<ActingCustomer> {
  // A second statement sees a customer that another request created at the same time.
  const find = async () => (await insertOrSelect(db, [email, clock.now(), choices.locale]))[0];
  const customer = (await find()) ?? (await find());
  if (!customer) throw new Error('the customer was not created');
  return customer;
}

const upsertVerified = sqlQuery<ActingCustomer>(
  'customers.verify-customer',
  `insert into customers as c (email, name, locale, email_verified_at, created_at) values ($1, $2, $4, $3, $3)
  on conflict (lower(email)) do update set
    email_verified_at = coalesce(c.email_verified_at, excluded.email_verified_at),
    name = case when c.name = '' then excluded.name else c.name end
  returning ${columns}`,
);

/**
 * Records that a mailed link proved an email address, and creates its customer if none exists. Locks the customer's
 * row.
 * @param given `name`: used only if the customer has none. `locale`: of a new customer
 */
export async function verifyCustomer(
  tx: Tx,
  {
    email,
    name,
    locale,
    now,
  }: { readonly email: string; readonly name: string; readonly locale: string; readonly now: Date },
): Promise<ActingCustomer> {
  const [customer] = await upsertVerified(tx, [email, name, now, locale]);
  if (!customer) throw new Error('the customer was not created');
  return customer;
}

const updateEmail = sqlQuery<{ email: string }>(
  'customers.change-email',
  `with old as (select id, email from customers where id = $1 and erased_at is null for no key update)
  update customers c set email = $2, email_verified_at = $3 from old
  where c.id = old.id and not exists (select from customers taken where lower(taken.email) = lower($2) and taken.id <> $1)
  returning old.email`,
);

/**
 * Changes the address to one that its owner has proved. Uses a savepoint, so that the caller can continue when
 * another customer takes the address at the same moment.
 * @returns the earlier address, or null when the new one belongs to another customer
 */
export async function changeCustomerEmail(
  tx: Tx,
  { id, email, now }: { readonly id: number; readonly email: string; readonly now: Date },
): Promise<string | null> {
  try {
    return await inTransaction(tx, async (inner) => (await updateEmail(inner, [id, email, now]))[0]?.email ?? null);
  } catch (error) {
    if (postgresError(error)?.constraint === 'customers_email') return null;
    throw error;
  }
}

const selectVerifiedEmail = sqlQuery<{ email: string }>(
  'customers.find-verified-email',
  'select email from customers where id = $1 and email_verified_at is not null',
);

/** @returns null when the customer's email address is not verified */
export async function findVerifiedEmail(db: Db, id: number): Promise<string | null> {
  return (await selectVerifiedEmail(db, [id]))[0]?.email ?? null;
}

/** Provides `addressProofs`: the address of an account, once it is verified. */
export const isOwnAddress: IsAddressProven = async (db, { email, customerId }) => {
  const verified = customerId === null ? null : await findVerifiedEmail(db, customerId);
  return verified !== null && verified.toLowerCase() === email.toLowerCase();
};

const selectName = sqlQuery<{ name: string }>('customers.read-name', 'select name from customers where id = $1');

/** @returns '' when the customer has given no name */
export async function readCustomerName(db: Db, id: number): Promise<string> {
  return (await selectName(db, [id]))[0]?.name ?? '';
}

const updateName = sqlQuery('customers.set-name', 'update customers set name = $2 where id = $1 and erased_at is null');

/** @param name at most 200 characters */
export async function setCustomerName(db: Db, id: number, name: string): Promise<void> {
  await updateName(db, [id, name]);
}

/** `no key update`: orders and carts of the customer can be inserted meanwhile. */
const lockById = sqlQuery<{ id: number }>(
  'customers.lock-customer',
  'select id from customers where id = $1 and erased_at is null for no key update',
);

/**
 * Locks the customer's row.
 * @returns false when the customer does not exist, or was deleted or merged meanwhile
 */
export async function lockCustomer(tx: Tx, customerId: number): Promise<boolean> {
  return (await lockById(tx, [customerId])).length === 1;
}

/** Rolls back the sign-in to an account that was deleted or merged since it was found. */
export class CustomerGoneError extends Error {
  override name = 'CustomerGoneError';
}

/** Handles `visitorSignedIn` before all other handlers, so that sign-ins of one customer run one after another. */
export async function lockSignedInCustomer(_shop: Shop, tx: Tx, { customerId }: VisitorSignedIn): Promise<void> {
  if (!(await lockCustomer(tx, customerId))) throw new CustomerGoneError(`there is no customer ${customerId}`);
}
