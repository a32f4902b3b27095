import type { QuantityRule } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { isValidQuantity } from '../add/add-to-cart.ts';
import { type Cart, getCart } from '../cart.ts';
import { getMaxQuantity } from '../settings.ts';
import { findRuleProblem, type PricedLine, type QuantityRuleCode, sumQuantities } from './price-lines.ts';

export type QuantityProblem =
  | { readonly code: 'LINE_NOT_FOUND'; readonly key: string }
  | { readonly code: 'QUANTITY_INVALID'; readonly key: string; readonly max: number }
  | {
      readonly code: 'NOT_ENOUGH_STOCK' | 'ONE_PER_ORDER';
      readonly key: string;
      readonly name: string;
      readonly max: number;
    }
  | { readonly code: QuantityRuleCode; readonly key: string; readonly name: string; readonly rule: QuantityRule };

const updateQuantities = sqlQuery<{ version: number }>(
  'cart.update-quantities',
  `with cart as (
    update carts set version = nextval('cart_versions'), updated_at = $4 where ${isOwnedSql('carts')} and state = 'open' returning id, version
  ), changed as (
    update cart_lines l set quantity = w.quantity
    from cart, jsonb_to_recordset($3) as w(key uuid, quantity integer)
    where l.cart_id = cart.id and l.id = w.key and l.removed_at is null and w.quantity > 0
  ), deleted as (
    delete from cart_lines l using cart
    where l.cart_id = cart.id and l.removed_at is not null and not l.is_aside
      and exists (select from jsonb_to_recordset($3) as w(quantity integer) where w.quantity = 0)
  ), removed as (
    update cart_lines l set removed_at = $4
    from cart, jsonb_to_recordset($3) as w(key uuid, quantity integer)
    where l.cart_id = cart.id and l.id = w.key and l.removed_at is null and w.quantity = 0
  )
  select version from cart`,
);

/**
 * Sets the quantities of lines by cart_item_key; 0 removes a line, and deletes lines removed
 * earlier. Valid changes are made even when others are refused.
 * @returns problems of the lines that were not changed
 */
export async function setQuantities(
  shop: Shop,
  owner: Owner,
  quantities: ReadonlyMap<string, number>,
): Promise<{ readonly changed: boolean; readonly problems: readonly QuantityProblem[] }> {
  const cart = await getCart(shop, owner);
  const problems: QuantityProblem[] = [];
  const changes: { key: string; quantity: number }[] = [];
  for (const [key, quantity] of quantities) {
    const line = cart.lines.find((each) => each.key === key);
    // The line was already removed by the same request, which is now repeated.
    if (!line && quantity === 0 && cart.removed?.key === key) continue;
    const problem = line
      ? checkQuantity(line, quantity, cart, getMaxQuantity(shop))
      : ({ code: 'LINE_NOT_FOUND', key } as const);
    if (problem) problems.push(problem);
    else if (line?.quantity !== quantity) changes.push({ key, quantity });
  }
  if (changes.length > 0)
    await updateQuantities(shop.db, [...toOwnerValues(owner), JSON.stringify(changes), shop.clock.now()]);
  return { changed: changes.length > 0, problems };
}

function checkQuantity(line: PricedLine, quantity: number, cart: Cart, maxQuantity: number): QuantityProblem | null {
  const { key, name, max, variation } = line;
  if (quantity === 0) return null;
  if (!isValidQuantity(quantity, Math.max(maxQuantity, line.quantity)))
    return { code: 'QUANTITY_INVALID', key, max: maxQuantity };
  const code = variation && findRuleProblem(variation.quantityRule, quantity);
  if (code) return { code, key, name, rule: variation.quantityRule };
  // A quantity can always be lowered, even if the lower one is still too large.
  if (quantity <= line.quantity) return null;
  const isSoldIndividually = variation?.soldIndividually ?? false;
  const limit = isSoldIndividually ? Math.max(1 - countOtherItems(line, cart), 0) : (max ?? maxQuantity);
  if (quantity <= limit) return null;
  return { code: isSoldIndividually ? 'ONE_PER_ORDER' : 'NOT_ENOUGH_STOCK', key, name, max: limit };
}

function countOtherItems(line: PricedLine, { lines }: Cart): number {
  return sumQuantities(lines.filter((other) => other !== line && other.productId === line.productId));
}

const markLineRemoved = sqlQuery<{ version: number }>(
  'cart.remove-line',
  `with cart as (
    update carts c set version = nextval('cart_versions'), updated_at = $4
    where ${isOwnedSql('c')} and c.state = 'open'
      and exists (select from cart_lines l where l.cart_id = c.id and l.id = $3 and l.removed_at is null)
    returning id, version
  ), deleted as (
    delete from cart_lines l using cart where l.cart_id = cart.id and l.removed_at is not null and not l.is_aside
  ), removed as (
    update cart_lines l set removed_at = $4 from cart where l.cart_id = cart.id and l.id = $3
  )
  select version from cart`,
);

const selectLine = sqlQuery<{ isRemoved: boolean }>(
  'cart.find-line',
  `select l.removed_at is not null as "isRemoved" from carts c join cart_lines l on l.cart_id = c.id
  where ${isOwnedSql('c')} and c.state = 'open' and l.id = $3`,
);

/** Whether an earlier request has removed the line; null when the line is not in the open cart. */
async function isLineRemoved(shop: Shop, owner: Owner, key: string): Promise<boolean | null> {
  return (await selectLine(shop.db, [...toOwnerValues(owner), key]))[0]?.isRemoved ?? null;
}

/**
 * Removes a line, which can be restored for 10 minutes. Earlier removed lines are deleted. Removing
 * it again changes nothing.
 * @returns false when the line is not in the cart
 */
export async function removeLine(shop: Shop, owner: Owner, key: string): Promise<boolean> {
  const changed = await markLineRemoved(shop.db, [...toOwnerValues(owner), key, shop.clock.now()]);
  return changed.length > 0 || (await isLineRemoved(shop, owner, key)) === true;
}

const markLineRestored = sqlQuery<{ version: number }>(
  'cart.restore-line',
  `with cart as (
    update carts c set version = nextval('cart_versions'), updated_at = $4
    where ${isOwnedSql('c')} and c.state = 'open'
      and exists (select from cart_lines l where l.cart_id = c.id and l.id = $3 and l.removed_at is not null and not l.is_aside)
    returning id, version
  ), restored as (
    update cart_lines l set removed_at = null from cart where l.cart_id = cart.id and l.id = $3
  )
  select version from cart`,
);

/**
 * Restores a removed line. Restoring it again changes nothing.
 * @returns false when the line cannot be restored any more
 */
export async function restoreLine(shop: Shop, owner: Owner, key: string): Promise<boolean> {
  const changed = await markLineRestored(shop.db, [...toOwnerValues(owner), key, shop.clock.now()]);
  return changed.length > 0 || (await isLineRemoved(shop, owner, key)) === false;
}

const countOpenCart = sqlQuery<{ version: number; count: number }>(
  'cart.count-items',
  `select c.version, coalesce(sum(l.quantity), 0) as count
  from carts c left join cart_lines l on l.cart_id = c.id and l.removed_at is null
  where ${isOwnedSql('c')} and c.state = 'open' group by c.id`,
);

/** Returns version and total quantity of the open cart, 0 and 0 without one. One query. */
export async function countCart(db: Db, owner: Owner): Promise<{ readonly version: number; readonly count: number }> {
  return (await countOpenCart(db, toOwnerValues(owner)))[0] ?? { version: 0, count: 0 };
}
