import type { OrderCreated } from '#features/orders/index.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Attribution } from './attribution.ts';
import { attributionFields } from './contract.ts';

/** Key in `extensions` of an order. */
export const extensionName = 'attribution';

const columns = attributionFields.join(', ');
const fields = attributionFields.map((field) => `a.${field}`).join(', ');

const insertAttribution = sqlQuery(
  'attribution.insert-attribution',
  `insert into order_attributions (order_id, placed_at, ${columns})
  select o.id, o.created_at, ${fields} from orders o, jsonb_populate_record(null::order_attributions, $2) a where o.id = $1`,
);

/** Handles `orders.created`: stores the attribution of the request, or nothing when the request had none. */
export async function keepAttribution(_shop: Shop, tx: Tx, { id, extensions }: OrderCreated): Promise<void> {
  // Only `readFormAttribution` and `readCallAttribution` create this value.
  const attribution = extensions[extensionName] as Attribution | undefined;
  if (attribution) await insertAttribution(tx, [id, JSON.stringify(attribution)]);
}

const selectAttribution = sqlQuery<Attribution>(
  'attribution.find-attribution',
  `select ${columns} from order_attributions where order_id = $1`,
);

export async function findAttribution(db: Db, orderId: number): Promise<Attribution | null> {
  return (await selectAttribution(db, [orderId]))[0] ?? null;
}

/** Returns the attribution of a replaced order as `extensions` of the new order. */
export async function carryAttribution(db: Db, orderId: number): Promise<Readonly<Record<string, unknown>>> {
  const attribution = await findAttribution(db, orderId);
  return attribution ? { [extensionName]: attribution } : {};
}
