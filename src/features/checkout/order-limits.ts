import type { ReservationCap } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { LimitResult, LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { checkoutSettings } from './settings.ts';

export type OrderLimitName = 'visitor' | 'address' | 'email' | 'domain' | 'all';

/** What refused an order: a limit of orders in an hour, or a cap on what unpaid orders reserve. */
export type RefusedBy = OrderLimitName | ReservationCap;

/** Who places an order. */
export interface LimitedRequest {
  readonly visitor: string;
  readonly email: string;
  /** Network address of the request; null when there was none. */
  readonly address: string | null;
  /** The visitor has shown before that the e-mail address is theirs. */
  readonly isEmailConfirmed: boolean;
}

export type OrderAllowance =
  | { readonly ok: true; giveBack(): Promise<void> }
  | { readonly ok: false; readonly limit: OrderLimitName; readonly retryAfter: number };

const hour = 60 * 60;

/** Counts one order under each limit, before it is made: whoever makes none gives it back. */
export async function consumeOrderLimits(shop: Shop, source: LimitedRequest): Promise<OrderAllowance> {
  const uses = getLimitUses(shop, source);
  const result: LimitResult = await shop.limits.consume(uses);
  if (result.ok) return result;
  const use = uses.find(({ limit }) => limit === result.limit);
  return { ok: false, limit: use?.name ?? 'all', retryAfter: result.retryAfter };
}

function getLimitUses(shop: Shop, source: LimitedRequest): (LimitUse & { readonly name: OrderLimitName })[] {
  const limits = shop.settings(checkoutSettings).ordersPerHour;
  return Object.entries(getLimitKeys(source)).flatMap(([given, key]) => {
    const name = given as OrderLimitName;
    const max = limits[name];
    if (max === null || key === null) return [];
    return { name, limit: { name: `orders-by-${name}`, max, seconds: hour }, key };
  });
}

/** Who is counted under each limit, in the order in which they are asked; null: nobody. */
function getLimitKeys({
  visitor,
  address,
  email,
  isEmailConfirmed,
}: LimitedRequest): Record<OrderLimitName, string | null> {
  const written = email.toLowerCase();
  return {
    visitor,
    address: address === null ? null : getClientNetwork(address),
    email: isEmailConfirmed ? null : written,
    domain: isEmailConfirmed ? null : written.slice(written.lastIndexOf('@') + 1),
    all: '',
  };
}
