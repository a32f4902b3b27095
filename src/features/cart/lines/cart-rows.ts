import { createHash } from 'node:crypto';
import type { TaxAddress } from '#features/pricing/index.ts';
import type { FindUsedUploads, StoredUpload } from '#features/uploads/index.ts';
import { uploadsJsonSql } from '#features/uploads/tables.ts';
import { awaitAll, type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { keepVisitorSql } from '#platform/sessions/visit.ts';
import { getOldestAdd, maxRecentAdds, type RecentAdd } from './recent-adds.ts';

/** Attribute slug to term slug, for the attributes that the variation leaves open. */
export type StoredChoices = Readonly<Record<string, string>>;
/** Submitted add-on values by form field name. */
export type StoredAddons = Readonly<Record<string, readonly string[]>>;

export interface CartLineInput {
  readonly variationId: number;
  readonly productId: number;
  readonly quantity: number;
  readonly choices: StoredChoices;
  readonly addons: StoredAddons;
  readonly uploads: readonly string[];
  /** The grouped product from whose form the line was added. */
  readonly setId?: number | null;
  /** Equal for lines with equal variation, choices, add-ons and set. */
  readonly fingerprint: string;
}

/** Whether a line can be ordered. `short`: less is in stock than the line has. */
export type LineAvailability = 'available' | 'short' | 'sold-out' | 'unavailable';

export interface SeenStock {
  readonly availability: LineAvailability;
  /** Number of items left; null when the page did not show it. */
  readonly left: number | null;
}

export interface CartRow extends CartLineInput {
  /** The cart_item_key. */
  readonly key: string;
  readonly removedAt: Date | null;
  readonly setName?: string | null;
  /** Price of one item that the shopper saw last, in minor units; null when it is unknown. */
  readonly seenUnitPrice: number | null;
  /** Null when no page has shown the line yet. */
  readonly seenStock: SeenStock | null;
  /** The files of `uploads` that still exist. */
  readonly files: readonly StoredUpload[];
}

export interface StoredCart {
  /** Null when the owner has no open cart. */
  readonly id: string | null;
  readonly version: number;
  /** Null for a guest's cart. */
  readonly customerId: number | null;
  /** Whether the shop has exempted the customer from taxes. */
  readonly isTaxExempt: boolean;
  /** VAT number that the owner entered at the checkout; null without one. */
  readonly vatNumber: string | null;
  /** Codes in the order in which they were added, including coupons that don't apply at the moment. */
  readonly coupons: readonly string[];
  /** Destination, as far as the owner has entered it; null before. */
  readonly destination: TaxAddress | null;
  /** Billing address, as far as the owner has entered it; null when it is the destination. */
  readonly billingAddress: TaxAddress | null;
  /** Id of the chosen shipping option, which may no longer exist. */
  readonly shippingMethod: string | null;
}

export interface CartRows extends StoredCart {
  /** Includes removed lines that can still be restored. */
  readonly lines: readonly CartRow[];
  /** Lines set aside by "buy now": kept until they are put back or the other lines are ordered. */
  readonly aside: readonly CartRow[];
}

export const emptyCartRows: CartRows = {
  ...{ id: null, version: 0, customerId: null, isTaxExempt: false, vatNumber: null, coupons: [], lines: [], aside: [] },
  ...{ destination: null, billingAddress: null, shippingMethod: null },
};

/** Default values of a line of which only product and quantity are known. */
export const emptyLine = {
  ...{ choices: {}, addons: {}, uploads: [], files: [], removedAt: null, seenUnitPrice: null, seenStock: null },
} satisfies Partial<CartRow>;

interface JoinedRow extends StoredCart, Omit<CartRow, 'key' | 'seenStock' | 'files'> {
  readonly files: readonly StoredUpload[] | null;
  readonly key: string | null;
  readonly seenAvailability: LineAvailability | null;
  readonly seenLeft: number | null;
  readonly isAside: boolean;
}

const columns = `c.id, c.version, c.customer_id as "customerId",
  exists (select from customers k where k.id = c.customer_id and is_tax_exempt(k.tax_exemption, k.tax_exempt_before)) as "isTaxExempt", c.vat_number as "vatNumber", c.coupon_codes as coupons, c.shipping_method as "shippingMethod",
  case when c.destination_country is not null then json_build_object('country', c.destination_country, 'state', c.destination_state,
    'postcode', c.destination_postcode, 'city', c.destination_city) end as destination,
  case when c.billing_country is not null then json_build_object('country', c.billing_country, 'state', c.billing_state,
    'postcode', c.billing_postcode, 'city', c.billing_city) end as "billingAddress",
  l.id as key, l.variation_id as "variationId", l.product_id as "productId", l.quantity, l.choices, l.addons, l.set_id as "setId", s.name as "setName",
  l.fingerprint, l.removed_at as "removedAt", coalesce(l.is_aside, false) as "isAside", l.seen_unit_price as "seenUnitPrice",
  l.seen_availability as "seenAvailability", l.seen_stock_left as "seenLeft", l.uploads,
  case when l.uploads <> '{}' then ${uploadsJsonSql('l.uploads')} end as files
  from carts c left join cart_lines l on l.cart_id = c.id left join products s on s.id = l.set_id`;

const selectByOwner = sqlQuery<JoinedRow>(
  'cart.find-cart',
  `select ${columns} where ${isOwnedSql('c')} and c.state = 'open' order by l.position`,
);

const lockByOwner = sqlQuery<{ id: string }>(
  'cart.lock-cart',
  `update carts set updated_at = now() where ${isOwnedSql('carts')} and state = 'open' returning id`,
);

/** Uses one query. */
export async function readCartRows(db: Db, owner: Owner | null): Promise<CartRows> {
  return owner === null ? toCartRows([]) : toCartRows(await selectByOwner(db, toOwnerValues(owner)));
}

/**
 * Locks the owner's open cart until the transaction ends. Updates `updated_at`, so that no purge
 * deletes the cart between an order and its payment. One round trip: lines are read after locking.
 */
export async function lockCart(tx: Tx, owner: Owner): Promise<CartRows> {
  const [locked, rows] = await awaitAll([
    lockByOwner(tx, toOwnerValues(owner)),
    selectByOwner(tx, toOwnerValues(owner)),
  ]);
  // The cart for which this transaction waited has closed, and the owner has a new cart that is not locked yet.
  if (rows[0]?.id !== locked[0]?.id) return lockCart(tx, owner);
  return toCartRows(rows);
}

function toCartRows(rows: readonly JoinedRow[]): CartRows {
  const [first] = rows;
  if (!first) return emptyCartRows;
  const { id, version, customerId, isTaxExempt, vatNumber, coupons, destination, billingAddress, shippingMethod } =
    first;
  const toLines = (wantsAside: boolean) =>
    rows.flatMap(({ key, ...row }) => (key === null || row.isAside !== wantsAside ? [] : [toCartRow(row, key)]));
  const delivery = { destination, billingAddress, shippingMethod };
  const cart = { id, version, customerId, isTaxExempt, vatNumber, coupons, ...delivery };
  return { ...cart, lines: toLines(false), aside: toLines(true) };
}

function toCartRow(row: Omit<JoinedRow, 'key' | 'isAside'>, key: string): CartRow {
  const { variationId, productId, quantity, choices, addons, uploads, fingerprint, removedAt, seenUnitPrice } = row;
  const { setId = null, setName = null, seenAvailability: availability, seenLeft: left } = row;
  return {
    ...{ key, variationId, productId, quantity, choices, addons, uploads, fingerprint, removedAt, seenUnitPrice },
    ...{ setId, setName },
    seenStock: availability && { availability, left },
    files: row.files ?? [],
  };
}

/**
 * Hashes variation, choices, add-ons and set, independent of the order of the fields.
 * @param addons with the contents of files instead of their ids
 */
export function createFingerprint(
  variationId: number,
  choices: StoredChoices,
  addons: StoredAddons,
  setId: number | null = null,
): string {
  const sorted = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([variationId, sorted(choices), sorted(addons), ...(setId === null ? [] : [setId])]))
    .digest('base64url');
}

export interface CartLineToWrite extends CartLineInput {
  /** Maximum quantity of the line, including the quantity that is already in the cart. */
  readonly maxQuantity: number;
  readonly seenUnitPrice: number | null;
}

interface WrittenRow {
  hasOwner: boolean;
  /** Null when the cart was not changed. */
  version: number | null;
  key: string | null;
  fingerprint: string | null;
}

/**
 * The open cart of an owner is found by the unique index of one column. Counting the owners forces PostgreSQL to
 * write or lock the owner's row first.
 */
const createUpsertSql = (column: 'visitor_id' | 'customer_id', lockOwnerSql: string, ownerExistsSql: string) =>
  `with owner as (${lockOwnerSql}), cart as (
    insert into carts (visitor_id, customer_id, currency, locale, created_at, updated_at, recent_adds)
    select $1::uuid, $2::bigint, $3, $8, $5::timestamptz, $5::timestamptz, $6::jsonb from (select count(*) from owner) as owners (count)
    where ${ownerExistsSql}
    on conflict (${column}) where state = 'open' do update set version = nextval('cart_versions'), updated_at = excluded.updated_at,
      recent_adds = jsonb_path_query_array(excluded.recent_adds || carts.recent_adds, '$[0 to ${maxRecentAdds - 1}] ? (@.at > $since)', $7::jsonb)
      where not jsonb_path_exists(carts.recent_adds, '$[*] ? (@.key == $key && @.at > $since)', $7::jsonb)
    returning id, version
  ), wanted as (
    select * from jsonb_to_recordset($4) as w(
      "variationId" integer, "productId" integer, quantity integer, choices jsonb, addons jsonb, uploads uuid[], fingerprint text,
      "setId" integer, "maxQuantity" integer, "seenUnitPrice" bigint)
  ), written as (
    insert into cart_lines as l (cart_id, variation_id, product_id, quantity, choices, addons, uploads, fingerprint, set_id, seen_unit_price)
    select cart.id, w."variationId", w."productId", w.quantity, w.choices, w.addons, w.uploads, w.fingerprint, w."setId", w."seenUnitPrice" from cart cross join wanted w
    on conflict (cart_id, is_aside, fingerprint) do update
      set quantity = excluded.quantity + case when l.removed_at is null then l.quantity else 0 end, removed_at = null,
        seen_unit_price = excluded.seen_unit_price, seen_availability = 'available'
      where excluded.quantity + case when l.removed_at is null then l.quantity else 0 end
        <= (select w."maxQuantity" from wanted w where w.fingerprint = excluded.fingerprint)
    returning l.id, l.fingerprint
  )
  select ${ownerExistsSql} as "hasOwner", cart.version, written.id as key, written.fingerprint
  from (select count(*) from owner) as owners (count) left join cart on true left join written on true`;

/** The owner is not counted: the statement writes no visitor row when the row was written recently. */
const upsertOfVisitor = sqlQuery<WrittenRow>(
  'cart.upsert-lines-of-visitor',
  createUpsertSql('visitor_id', `${keepVisitorSql('$1::uuid')} returning v.id`, 'true'),
);

/** `for share` waits for a transaction that erases the customer; the customer then gets no cart. */
const upsertOfCustomer = sqlQuery<WrittenRow>(
  'cart.upsert-lines-of-customer',
  createUpsertSql(
    'customer_id',
    'select c.id from customers c where c.id = $2::bigint and c.erased_at is null for share',
    'owners.count > 0',
  ),
);

/**
 * Adds lines to the owner's open cart in one statement, which creates the cart or locks it. Waits for a transaction
 * that orders the cart, then creates a new cart. A cart that remembers the key of the request is not changed, and no
 * row is returned: the condition reads the locked row, so only one of several equal requests adds its lines. The
 * quantity of a removed line starts again at zero. Lock order: the owner's row, then the cart's, as in the job that
 * purges visitors.
 * @param add the request, which the cart remembers; null when it has no key
 * @returns keys by fingerprint, without lines that a concurrent request has filled to their maximum; 'repeated' when
 *   the cart remembers the request, 'erased' when the customer was erased meanwhile
 */
export async function writeCartLines(
  { clock, choices }: Pick<Shop, 'clock' | 'choices'>,
  db: Db,
  owner: Owner,
  lines: readonly CartLineToWrite[],
  add: RecentAdd | null,
): Promise<{ readonly version: number; readonly keys: ReadonlyMap<string, string> } | 'repeated' | 'erased'> {
  const now = clock.now();
  const added = JSON.stringify(add ? [add] : []);
  const known = JSON.stringify({ key: add?.key ?? null, since: getOldestAdd(now) });
  const upsert = 'customerId' in owner ? upsertOfCustomer : upsertOfVisitor;
  const values = [...toOwnerValues(owner), choices.currency, JSON.stringify(lines), now, added, known, choices.locale];
  const rows = await upsert(db, values);
  const [first] = rows;
  if (!first?.hasOwner) return 'erased';
  if (first.version === null) return 'repeated';
  const keys = rows.flatMap(({ key, fingerprint }) =>
    key !== null && fingerprint !== null ? [[fingerprint, key] as const] : [],
  );
  return { version: first.version, keys: new Map(keys) };
}

const updateSeenLines = sqlQuery<{ key: string }>(
  'cart.update-seen-lines',
  `update cart_lines l set seen_unit_price = w.price, seen_availability = w.availability, seen_stock_left = w."left"
  from jsonb_to_recordset($1) as w(key uuid, price bigint, availability text, "left" integer)
  where l.id = w.key and (l.seen_unit_price, l.seen_availability, l.seen_stock_left) is distinct from (w.price, w.availability, w."left")
  returning l.id as key`,
);

const findUsedByCarts = sqlQuery<{ id: string }>(
  'cart.find-used-uploads',
  `select distinct u.id from cart_lines l, unnest(l.uploads) as u(id) where l.uploads <> '{}' and l.uploads && $1::uuid[] and u.id = any($1::uuid[])`,
);

/** Implements `usedUploads`: files of lines, including removed lines and lines of ordered carts. */
export const findUploadsInCarts: FindUsedUploads = async (db, ids) =>
  (await findUsedByCarts(db, [ids])).map(({ id }) => id);

/** Price and stock of a line as a page shows them to the shopper. */
export interface SeenLine {
  /** The cart_item_key. */
  readonly key: string;
  /** Price of one item in minor units; null when it is unknown. */
  readonly price: number | null;
  readonly stock: SeenStock | null;
}

/**
 * Records price and stock of lines as the shopper sees them.
 * @returns keys of the lines recorded by this call; the others were recorded by a page opened at the same time
 */
export async function saveSeenLines(db: Db, lines: readonly SeenLine[]): Promise<ReadonlySet<string>> {
  const rows = lines.map(({ key, price, stock }) => ({ key, price, ...stock }));
  return new Set((await updateSeenLines(db, [JSON.stringify(rows)])).map(({ key }) => key));
}
