import type { Context } from '../context.ts';
import { saveOrder } from '../money/orders.ts';
import { readAmount, toMinor, toMoney } from '../rest/amounts.ts';
import { readArray, readObject } from '../rest/fields.ts';
import { checkOrder, readShippingOptions } from '../rest/order-input.ts';
import { notFound } from '../rest/problem.ts';
import type { Address, OrderDocument } from '../state/documents.ts';

const partialAddress = ({ admin_area_1, admin_area_2, postal_code, country_code }: Address) => ({
  ...(admin_area_1 === undefined ? {} : { admin_area_1 }),
  ...(admin_area_2 === undefined ? {} : { admin_area_2 }),
  ...(postal_code === undefined ? {} : { postal_code }),
  country_code,
});

/**
 * Asks the shop's server about an address or a shipping option, where the order names a callback.
 * @returns why the shop refuses, or null
 */
export async function askServer(
  context: Context,
  order: OrderDocument,
  address: Address,
  optionId: string | null,
): Promise<string | null> {
  const config = order.context.order_update_callback_config;
  if (!config) return null;
  const option = order.unit.shipping?.options?.find(({ id }) => id === optionId);
  const { reference_id, amount, custom_id, invoice_id } = order.unit;
  const body = JSON.stringify({
    id: order.id,
    shipping_address: partialAddress(address),
    ...(option ? { shipping_option: option } : {}),
    purchase_units: [{ reference_id, amount, custom_id, invoice_id }],
  });
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(5000), redirect: 'manual' } as const;
  const response = await fetch(config.callback_url, request).catch(() => null);
  const text = await response?.text().catch(() => '');
  const answer: unknown = safeParse(text ?? '');
  if (response?.status === 200) return applyAnswer(context, order, answer);
  const [detail] = (answer as { details?: { issue?: string }[] } | undefined)?.details ?? [];
  return detail?.issue ?? 'ADDRESS_ERROR';
}

function applyAnswer(context: Context, order: OrderDocument, answer: unknown): null {
  const [unit] = readArray(readObject(answer, '/').purchase_units, '/purchase_units', 10);
  const fields = readObject(unit, '/purchase_units/0');
  const changed = structuredClone(order.unit);
  changed.amount = readAmount(fields.amount, '/purchase_units/0/amount');
  if (fields.shipping_options !== undefined) {
    const options = readShippingOptions(fields.shipping_options, '/purchase_units/0/shipping_options');
    changed.shipping = { ...changed.shipping, options };
  }
  checkOrder(changed, order.context, '/purchase_units/0');
  order.unit = changed;
  saveOrder(context, order);
  return null;
}

/** Chooses an option where nobody asks the shop: the wallet itself changes the amount. */
export function selectOption(context: Context, order: OrderDocument, optionId: string): void {
  const options = order.unit.shipping?.options;
  const option = options?.find(({ id }) => id === optionId);
  if (!options || !option) throw notFound();
  const { amount } = order.unit;
  const before = amount.breakdown?.shipping;
  const difference = (option.amount ? toMinor(option.amount) : 0n) - (before ? toMinor(before) : 0n);
  for (const each of options) each.selected = each === option;
  amount.value = toMoney(toMinor(amount) + difference, amount.currency_code).value;
  if (amount.breakdown && option.amount) amount.breakdown.shipping = option.amount;
  saveOrder(context, order);
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
