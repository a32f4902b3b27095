import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';

export interface Payer {
  readonly id: number;
  readonly name: string;
}

const selectPayers = sqlQuery<Payer & { readonly couponId: number }>(
  'suppliers.find-payers',
  `select p.coupon_id as "couponId", s.id, s.name from supplier_coupons p join suppliers s on s.id = p.supplier_id
  where p.coupon_id = any($1::integer[])`,
);

/** Who pays for coupons, by the ids of the coupons. The shop pays for the others. */
export async function findPayers(db: Db, couponIds: readonly number[]): Promise<ReadonlyMap<number, Payer>> {
  const payers = await selectPayers(db, [couponIds]);
  return new Map(payers.map(({ couponId, id, name }) => [couponId, { id, name }]));
}

const insertPayer = sqlQuery<{ readonly id: number }>(
  'suppliers.set-payer',
  `insert into supplier_coupons (coupon_id, supplier_id) select $1, id from suppliers where id = $2
  on conflict (coupon_id) do update set supplier_id = excluded.supplier_id returning supplier_id as id`,
);
const deletePayer = sqlQuery('suppliers.remove-payer', 'delete from supplier_coupons where coupon_id = $1');

/**
 * @param supplierId null: the shop pays
 * @returns whether there is such a supplier
 */
export async function setPayer(tx: Tx, couponId: number, supplierId: number | null): Promise<boolean> {
  if (supplierId !== null) return (await insertPayer(tx, [couponId, supplierId])).length > 0;
  await deletePayer(tx, [couponId]);
  return true;
}

const shownCoupons = 20;

const selectCoupons = sqlQuery<{ readonly id: number; readonly code: string }>(
  'suppliers.list-paid-coupons',
  `select c.id, c.code from supplier_coupons p join coupons c on c.id = p.coupon_id
  where p.supplier_id = $1 order by p.coupon_id desc limit ${shownCoupons}`,
);

/** The newest coupons that a supplier pays for. */
export const listPaidCoupons = (db: Db, supplierId: number) => selectCoupons(db, [supplierId]);
