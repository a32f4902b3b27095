import type { Shop } from '#platform/features/shop.ts';
import type { LimitResult, LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { readCartRows } from '../lines/cart-rows.ts';
import { cartSettings } from '../settings.ts';

const hourSeconds = 60 * 60;

/** Limits that a new cart counts towards: `cart.newCartsPerHour` of the client's network. */
export function getNewCartUses(shop: Pick<Shop, 'settings'>, ip: string): LimitUse[] {
  const max = shop.settings(cartSettings).newCartsPerHour;
  const network = getClientNetwork(ip);
  if (max === null || network === null) return [];
  return [{ limit: { name: 'new-carts', max, seconds: hourSeconds }, key: network }];
}

/** Counts a new cart of an owner who may have none yet, such as an owner that is known by a token only. */
export async function reserveNewCart(shop: Shop, owner: Owner, ip: string): Promise<LimitResult> {
  const uses = getNewCartUses(shop, ip);
  const isNew = uses.length > 0 && (await readCartRows(shop.db, owner)).id === null;
  return shop.limits.consume(isNew ? uses : []);
}
