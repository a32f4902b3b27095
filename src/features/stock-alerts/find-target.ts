import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface AlertTarget {
  readonly productId: number;
  /** Null for any variation of the product. */
  readonly variationId: number | null;
}

export interface FoundTarget {
  readonly name: string;
  readonly slug: string;
  /** Names of the chosen terms: 'Ink, Small'. Empty for a product without options, and for any variation. */
  readonly choice: string;
  /** Whether the target can be bought now. With the setting `onBackorder`, units on backorder don't count. */
  readonly isAvailable: boolean;
  /** Lowest current price in minor units, as entered by the shop. */
  readonly price: number | null;
  readonly currency: string;
}

/**
 * Condition: the variation is sold. The master of a product with variations is not sold, and its stock is not counted
 * unless its variations share it.
 */
export const isSold = `(p.type <> 'variable' or v.id <> p.id)`;

const selectTarget = sqlQuery<FoundTarget>(
  'stock-alerts.find-target',
  `select p.name, p.slug, max(o.currency) as currency,
    coalesce((select string_agg(t.name, ', ' order by vt.attribute_id)
      from variation_terms vt join attribute_terms t on t.id = vt.term_id where vt.variation_id = $2), '') as choice,
    bool_or(o.is_available and not (o.is_on_backorder and $3)) as "isAvailable",
    min(price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, $4)) as price
  from published_products p join product_offers o on o.product_id = p.id and ($2::integer is null or o.variation_id = $2)
  where p.id = $1 and p.type in ('simple', 'variable') group by p.id, p.name, p.slug`,
);

/**
 * Finds the product or variation of a new alert.
 * @returns null when it is not for sale
 */
export async function findTarget(
  db: Db,
  { productId, variationId }: AlertTarget,
  { onBackorder, now }: { readonly onBackorder: boolean; readonly now: Date },
): Promise<FoundTarget | null> {
  return (await selectTarget(db, [productId, variationId, onBackorder, now]))[0] ?? null;
}

/** Formats a target as 'Tide bowl, Ink, Small'. */
export const formatTarget = ({ name, choice }: Pick<FoundTarget, 'name' | 'choice'>): string =>
  [name, choice].filter(Boolean).join(', ');
