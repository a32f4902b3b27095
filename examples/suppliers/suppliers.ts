import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

export interface Supplier {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** What to order next. Empty: nothing. */
  readonly reorderNote: string;
}

const supplierQuery = `select id, name, coalesce(email, '') as email, reorder_note as "reorderNote" from suppliers where id = $1`;
const selectSupplier = sqlQuery<Supplier>('suppliers.find-supplier', supplierQuery);
const lockSupplier = sqlQuery<Supplier>('suppliers.lock-supplier', `${supplierQuery} for no key update`);

export async function findSupplier(db: Db, id: number, isLocking = false): Promise<Supplier | null> {
  return (await (isLocking ? lockSupplier : selectSupplier)(db, [id]))[0] ?? null;
}

const insertSupplier = sqlQuery<{ id: number }>(
  'suppliers.insert-supplier',
  `insert into suppliers (name, email, reorder_note, created_at) values ($1, nullif($2, ''), $3, $4)
  on conflict do nothing returning id`,
);
const updateSupplier = sqlQuery<{ id: number }>(
  'suppliers.update-supplier',
  `update suppliers set name = $1, email = nullif($2, ''), reorder_note = $3 where id = $4
  and not exists (select from suppliers o where lower(o.name) = lower($1) and o.id <> $4) returning id`,
);

/** @returns its id, or null when another supplier has the name */
export async function saveSupplier(
  shop: Shop,
  tx: Tx,
  id: number | null,
  { name, email, reorderNote }: Omit<Supplier, 'id'>,
): Promise<number | null> {
  const values = [name, email, reorderNote];
  const [saved] = await (id === null
    ? insertSupplier(tx, [...values, shop.clock.now()])
    : updateSupplier(tx, [...values, id]));
  return saved?.id ?? null;
}

export const setReorderNote = sqlQuery<never>(
  'suppliers.set-reorder-note',
  'update suppliers set reorder_note = $2 where id = $1',
);

export interface Payer {
  readonly couponId: number;
  readonly supplierId: number;
  readonly name: string;
}

/** Finds the suppliers that pay for some coupons. */
export const findPayers = sqlQuery<Payer>(
  'suppliers.find-payers',
  `select p.coupon_id as "couponId", s.id as "supplierId", s.name
  from supplier_coupons p join suppliers s on s.id = p.supplier_id where p.coupon_id = any($1::integer[])`,
);

export const removePayer = sqlQuery<never>(
  'suppliers.remove-payer',
  'delete from supplier_coupons where coupon_id = $1',
);

/** Returns no row when the supplier was deleted. */
export const setPayer = sqlQuery<{ id: number }>(
  'suppliers.set-payer',
  `insert into supplier_coupons (coupon_id, supplier_id) select $1, id from suppliers where id = $2 for key share
  on conflict (coupon_id) do update set supplier_id = excluded.supplier_id returning supplier_id as id`,
);

/** Finds the newest coupons that a supplier pays for. */
export const findPaidCoupons = sqlQuery<{ id: number; code: string }>(
  'suppliers.find-paid-coupons',
  `select c.id, c.code from supplier_coupons p join coupons c on c.id = p.coupon_id
  where p.supplier_id = $1 order by c.id desc limit $2`,
);

/** Finds suppliers by ids. */
export const nameSuppliers = sqlQuery<{ id: number; label: string }>(
  'suppliers.name-suppliers',
  'select id, name as label from suppliers where id = any($1::integer[])',
);

export const searchSuppliers = sqlQuery<{ id: number; label: string }>(
  'suppliers.search-suppliers',
  `select id, name as label from suppliers where name || ' ' || coalesce(email, '') ilike '%' || $1 || '%'
  order by lower(name), id limit $2`,
);
