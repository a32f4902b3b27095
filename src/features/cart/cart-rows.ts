import { createHash } from 'node:crypto';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** Where the variation leaves it open: attribute slug to term slug. */
export type StoredChoices = Readonly<Record<string, string>>;
/** Add-on fields by their form names, as they were sent. */
export type StoredAddons = Readonly<Record<string, readonly string[]>>;

export interface CartRow {
  readonly key: string;
  readonly variationId: number;
  readonly productId: number;
  readonly quantity: number;
  readonly choices: StoredChoices;
  readonly addons: StoredAddons;
  readonly fingerprint: string;
  readonly removedAt: Date | null;
}

export interface CartRows {
  /** Null: the visitor has no open cart yet. */
  readonly id: string | null;
  readonly version: number;
  readonly lines: readonly CartRow[];
}

interface JoinedRow extends Omit<CartRow, 'key'> {
  id: string;
  version: number;
  key: string | null;
}

const columns = `c.id, c.version, l.id as key, l.variation_id as "variationId", l.product_id as "productId", l.quantity, l.choices, l.addons,
  l.fingerprint, l.removed_at as "removedAt"
  from carts c left join cart_lines l on l.cart_id = c.id`;

const selectByVisitor = sqlQuery<JoinedRow>(
  'cart.of-visitor',
  `select ${columns} where c.visitor_id = $1 and c.state = 'open' order by l.position`,
);

const selectById = sqlQuery<JoinedRow>('cart.of-locked', `select ${columns} where c.id = $1 order by l.position`);

const lockByVisitor = sqlQuery<{ id: string }>(
  'cart.lock',
  `update carts set updated_at = now() where visitor_id = $1 and state = 'open' returning id`,
);

/** One query. Lines that were removed a moment ago are among them. */
export async function readCartRows(db: Db, visitor: string | null): Promise<CartRows> {
  return visitor === null ? toCartRows([]) : toCartRows(await selectByVisitor(db, [visitor]));
}

/**
 * Nobody adds to it, changes it or orders it until the transaction ends, and it counts as used, so that no purge comes between an
 * order and its payment. Two queries: the lines are read after the lock is held.
 */
export async function lockCart(db: Db, visitor: string): Promise<CartRows> {
  const [locked] = await lockByVisitor(db, [visitor]);
  return locked ? toCartRows(await selectById(db, [locked.id])) : toCartRows([]);
}

function toCartRows(rows: readonly JoinedRow[]): CartRows {
  const [first] = rows;
  if (!first) return { id: null, version: 0, lines: [] };
  const lines = rows.flatMap(({ id: _, version: __, key, ...line }) => (key === null ? [] : [{ ...line, key }]));
  return { id: first.id, version: first.version, lines };
}

/** The same thing has the same fingerprint: variation, choices and add-ons, in whatever order they were sent. */
export function createFingerprint(variationId: number, choices: StoredChoices, addons: StoredAddons): string {
  const sorted = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([variationId, sorted(choices), sorted(addons)]))
    .digest('base64url');
}
