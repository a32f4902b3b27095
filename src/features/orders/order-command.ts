import type { CliOutput, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { OrderStatus } from './contract.ts';
import { getOrder, type Order } from './order.ts';

/** For `CommandDefinition.arguments` of a command that `withOrder` runs. */
export const orderNumberArgument = [{ name: '<number>', description: 'order number' }];

/** Runs a command on the order that its first argument names, or reports that there is none. */
export async function withOrder(
  shop: Shop,
  { arguments: [text = ''] }: CommandInput,
  output: CliOutput,
  work: (order: Order) => Promise<number>,
): Promise<number> {
  if (!/^\d{1,15}$/.test(text))
    return reportUsageError(output, `${text}: expected an order number. List the orders with 'shop orders list'.`);
  const order = await getOrder(shop.db, { number: Number(text) });
  if (order) return work(order);
  output.warn(`Order ${text} not found. List the orders with 'shop orders list'.`);
  output.result({ ok: false, code: 'ORDER_NOT_FOUND' });
  return 1;
}

/** Reports why an order was not changed. @returns the exit code */
export function reportOrderFailure(
  output: CliOutput,
  order: Order,
  failure: { readonly code: string; readonly status?: OrderStatus; readonly left?: number },
): number {
  const reason = {
    STATUS_NOT_ALLOWED: `an order that is ${failure.status}${order.paidAt ? ' and paid' : ''} does not allow this`,
    SHIPMENT_TOO_LARGE: 'more units than are left to ship',
    REFUND_TOO_LARGE: `only ${toDecimal({ amount: failure.left ?? 0, currency: order.currency })} ${order.currency} can still be refunded`,
    REFUND_AMOUNT_INVALID: 'the amount is 0, or nothing is left to refund',
    REQUEST_KEY_USED: 'this key was used for another refund; use a new one',
  }[failure.code];
  output.warn(`Order ${order.number} was not changed: ${reason ?? failure.code}.`);
  output.result({ number: order.number, ...failure, ok: false });
  return 1;
}

/** @returns the exit code */
export function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
