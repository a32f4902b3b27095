import type { CliOutput, CommandInput } from '#platform/cli/command.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { OrderStatus } from './contract.ts';
import { getOrder, type Order } from './order.ts';

/** Value of `CommandDefinition.arguments` for commands that `withOrder` runs. */
export const orderNumberArgument = [{ name: '<number>', description: 'order number' }];

/** Number of units of an order's line. `position`: from 1, as `shop orders show` lists the lines. */
export interface PositionUnits {
  readonly position: number;
  readonly quantity: number;
}

/** Runs a command on the order that its first argument names, or reports that the order does not exist. */
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

/**
 * Reports why an order was not changed.
 * @param reasons by code; each completes "Order 1001 was not changed: …"
 * @returns the exit code
 */
export function reportOrderFailure(
  output: CliOutput,
  order: Order,
  failure: { readonly code: string; readonly status?: OrderStatus },
  reasons: Readonly<Record<string, string>> = {},
): number {
  const status = `an order that is ${failure.status}${order.paidAt ? ' and paid' : ''} does not allow this`;
  const reason = failure.code === 'STATUS_NOT_ALLOWED' ? status : reasons[failure.code];
  output.warn(`Order ${order.number} was not changed: ${reason ?? failure.code}.`);
  output.result({ number: order.number, ...failure, ok: false });
  return 1;
}

/** @returns the exit code */
export function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
