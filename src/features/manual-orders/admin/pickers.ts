import { findVariationIdsBySku, getPurchasableVariations } from '#features/catalog/index.ts';
import type { AddonDefinition } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';

const shownResults = 10;

const toPattern = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

const nameCustomers = sqlQuery<RecordOption>(
  'manual-orders.name-customers',
  `select id, concat_ws(', ', nullif(name, ''), email) as label from customers where id = any($1::bigint[]) and erased_at is null order by id`,
);
const findCustomers = sqlQuery<RecordOption>(
  'manual-orders.find-customers',
  `select id, concat_ws(', ', nullif(name, ''), email) as label from customers
  where erased_at is null and email || ' ' || name ilike $1 order by lower(email) = lower($2) desc, id desc limit ${shownResults}`,
);

/** Finds accounts by a part of their name or email address. */
export const customerPicker: RecordPicker = {
  load: ({ db }, ids) => nameCustomers(db, [ids]),
  search: ({ db }, query) => findCustomers(db, [toPattern(query), query.trim()]),
};

// A grouped product, and the master of a product with variations, can't be a line of an order.
const isSold = `p.type in ('simple', 'variable') and is_offered(v.id, v.enabled, p.id, p.type)`;
const findByName = sqlQuery<{ id: number }>(
  'manual-orders.find-variations',
  `select v.id from published_products p join variations v on v.product_id = p.id
  where p.name ilike $1 and ${isSold} order by p.name, p.id, v.position, v.id limit ${shownResults}`,
);
const findOfProducts = sqlQuery<{ id: number }>(
  'manual-orders.find-variations-of-products',
  `select v.id from products p join variations v on v.product_id = p.id
  where (v.id = any($1::integer[]) or p.id = any($1::integer[])) and ${isSold} order by p.id, v.position, v.id limit ${shownResults}`,
);

export interface VariationOption extends RecordOption {
  readonly addons: readonly AddonDefinition[];
}

async function describeVariations(
  { choices, clock }: Shop,
  db: Db,
  ids: readonly number[],
): Promise<readonly VariationOption[]> {
  const found = await getPurchasableVariations(db, ids, clock.now());
  return ids.map((id) => {
    const variation = found.get(id);
    const options = variation?.options.flatMap(({ term }) => term?.name ?? []).join(', ') ?? '';
    const price = variation?.price
      ? formatMoney({ ...variation.price, amount: variation.price.current }, choices.locale)
      : '';
    const parts = [variation?.name ?? `#${id}`, options, variation?.sku ?? '', price];
    return { id, label: parts.filter((part) => part !== '').join(' · '), addons: variation?.addons ?? [] };
  });
}

/** Finds variations that can be ordered, by the exact SKU or by a part of the product's name. */
export const variationPicker: RecordPicker = {
  load: ({ shop, db }, ids) => describeVariations(shop, db, ids),
  search: async ({ shop, db }, query) => {
    const bySku = [...(await findVariationIdsBySku(db, [query.trim()])).values()];
    const found =
      bySku.length > 0
        ? await findOfProducts(db, [bySku.map(({ id }) => id)])
        : await findByName(db, [toPattern(query)]);
    return describeVariations(
      shop,
      db,
      found.map(({ id }) => id),
    );
  },
};
