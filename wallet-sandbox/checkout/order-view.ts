import type { Context } from '../context.ts';
import { isExpired } from '../money/orders.ts';
import { toMinor, toMoney } from '../rest/amounts.ts';
import type { ExperienceContext, Item, Money, OrderDocument, ShippingOption } from '../state/documents.ts';

/** What the payment page may know of an order. */
export interface OrderView {
  readonly id: string;
  readonly shop: string;
  readonly status: OrderDocument['status'] | 'EXPIRED';
  readonly intent: string;
  readonly amount: Money;
  readonly breakdown: Record<string, Money>;
  readonly items: readonly { name: string; quantity: string; amount: Money }[];
  readonly preference: ExperienceContext['shipping_preference'];
  readonly userAction: ExperienceContext['user_action'];
  readonly options: readonly ShippingOption[];
  readonly providedAddress: string | null;
  readonly cancelUrl: string | null;
  readonly needs: OrderDocument['needs'];
  readonly closesItself: boolean;
  readonly staysSilent: boolean;
}

export function viewForPage(context: Context, order: OrderDocument): OrderView {
  const { id, unit, intent, needs, plan } = order;
  const { brand_name, shipping_preference, user_action, cancel_url } = order.context;
  const { currency_code, value, breakdown = {} } = unit.amount;
  const given = shipping_preference === 'SET_PROVIDED_ADDRESS' ? unit.shipping : undefined;
  const { admin_area_1: _, ...address } = given?.address ?? { country_code: '' };
  const lines = [given?.name?.full_name, ...Object.values(address)].filter(Boolean);
  return {
    id,
    shop: brand_name ?? 'the shop',
    status: isExpired(context, order) ? 'EXPIRED' : order.status,
    intent: intent.toLowerCase(),
    amount: { currency_code, value },
    breakdown,
    items: (unit.items ?? []).map(viewItem),
    preference: shipping_preference,
    userAction: user_action,
    options: unit.shipping?.options ?? [],
    providedAddress: given?.address ? lines.join(', ') : null,
    cancelUrl: cancel_url ?? null,
    needs,
    // A shopper is planned to do this once, so that a second try can pay.
    closesItself: plan.popupClosed === true,
    staysSilent: plan.noReturn === true,
  };
}

function viewItem({ name, quantity, unit_amount }: Item) {
  const sum = toMinor(unit_amount) * BigInt(quantity);
  return { name, quantity, amount: toMoney(sum, unit_amount.currency_code) };
}
