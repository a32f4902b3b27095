import { ordersByEmail, type ReservationCap } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { LimitResult, LimitUse } from '#platform/limits/limits.ts';
import { toMailboxKey } from '#platform/mail/unproven-recipients.ts';
import { checkoutSettings } from '../settings.ts';

export type OrderLimitName = 'visitor' | 'address' | 'email' | 'domain' | 'all';

export type RefusalKind = OrderLimitName | ReservationCap;

export interface LimitedRequest {
  readonly owner: string;
  readonly email: string;
  /** Client network of the request (`getClientNetwork`); null without one. */
  readonly network: string | null;
  /** Whether the shopper has confirmed an earlier order with this email address. */
  readonly isEmailConfirmed: boolean;
}

export type OrderAllowance =
  | { readonly ok: true; giveBack(): Promise<void> }
  | { readonly ok: false; readonly limit: OrderLimitName; readonly retryAfter: number };

const hourSeconds = 60 * 60;

/** Counts an order under each limit before it is created. The caller must call `giveBack` if no order is created. */
export async function consumeOrderLimits(shop: Shop, source: LimitedRequest): Promise<OrderAllowance> {
  const uses = getLimitUses(shop, source);
  const result: LimitResult = await shop.limits.consume(uses);
  if (result.ok) return result;
  const use = uses.find(({ limit }) => limit === result.limit);
  return { ok: false, limit: use?.name ?? 'all', retryAfter: result.retryAfter };
}

/**
 * Whether a percentage of a limit of the visitor, the network or the email address is used up. False when a limit is
 * reached: the limit itself then refuses the order. Counts nothing.
 */
export async function isOrderLimitNear(shop: Shop, source: LimitedRequest, percent: number): Promise<boolean> {
  const uses = getLimitUses(shop, source).filter(({ name }) => name !== 'domain' && name !== 'all');
  const counts = await shop.limits.read(uses);
  const shares = uses.map(({ limit }, index) => ((counts[index] ?? 0) / limit.max) * 100);
  return shares.some((share) => share >= percent) && shares.every((share) => share < 100);
}

function getLimitUses(shop: Shop, source: LimitedRequest): (LimitUse & { readonly name: OrderLimitName })[] {
  const limits = shop.settings(checkoutSettings).ordersPerHour;
  return Object.entries(getLimitKeys(source)).flatMap(([limit, key]) => {
    const name = limit as OrderLimitName;
    const max = limits[name];
    if (max === null || key === null) return [];
    const counter = name === 'email' ? ordersByEmail : { name: `orders-by-${name}`, seconds: hourSeconds };
    return { name, limit: { ...counter, max }, key };
  });
}

/** Returns the key under which each limit counts; null skips the limit. */
function getLimitKeys({
  owner,
  network,
  email,
  isEmailConfirmed,
}: LimitedRequest): Record<OrderLimitName, string | null> {
  const mailbox = toMailboxKey(email);
  return {
    visitor: owner,
    address: network,
    email: isEmailConfirmed ? null : mailbox,
    domain: isEmailConfirmed ? null : mailbox.slice(mailbox.lastIndexOf('@') + 1),
    all: '',
  };
}
