import { formatAddress } from '#features/addresses/index.ts';
import { formatIncludedTaxes } from '#features/pricing/index.ts';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { addNote } from './add-note.ts';
import { getActorRefundLimit } from './admin/order-actions.ts';
import { confirmOrder } from './confirm/confirm-order.ts';
import { orderStatuses } from './contract.ts';
import { formatLineOptions, formatOrderTotals } from './format-order.ts';
import { getOrderHistory } from './history.ts';
import { listOrders } from './list-orders.ts';
import type { Order, Refund } from './order.ts';
import { orderNumberArgument, reportOrderFailure, reportUsageError, withOrder } from './order-command.ts';
import { loadOrderFacts } from './ports.ts';
import { type CancelNeedsRefund, cancelOrder, type OrderChangeResult } from './status/change-order.ts';
import { isAwaitingConfirmation } from './status/order-status.ts';
import { suspicionTexts } from './suspicion-texts.ts';

const listCommand: CommandDefinition = {
  name: 'orders list',
  summary: 'list orders, newest first',
  requires: 'orders.read',
  options: [
    { flags: '--status <status>', description: `only ${orderStatuses.join(', ')}` },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = readCount(options.page ?? '1');
    const status = orderStatuses.find((each) => each === options.status) ?? null;
    if (!Number.isSafeInteger(page) || page < 1)
      return reportUsageError(output, '--page: expected a whole number of 1 or more');
    if (options.status !== undefined && status === null)
      return reportUsageError(output, `--status: expected ${orderStatuses.join(', ')}`);
    const found = await listOrders(shop.db, { status, page });
    output.table(
      ['number', 'date', 'status', 'items', 'total', 'name', 'email'],
      found.orders.map((order) => [
        String(order.number),
        order.createdAt.toISOString().slice(0, 16).replace('T', ' '),
        isAwaitingConfirmation(order) ? `${formatStatus(order)}: ${formatSuspicion(shop, order)}` : formatStatus(order),
        String(order.quantity),
        formatMoney({ amount: order.total, currency: order.currency }, shop.choices.locale),
        order.name,
        order.email,
      ]),
    );
    output.line(found.total === 0 ? 'No orders found.' : `Page ${page} of ${found.pages}, ${found.total} orders.`);
    output.result(found);
    return 0;
  },
};

const showCommand: CommandDefinition = {
  name: 'orders show',
  summary: 'show an order and its history',
  requires: 'orders.read',
  arguments: orderNumberArgument,
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const history = await getOrderHistory(shop.db, order.id);
      const facts = await loadOrderFacts(shop, shop.db, order);
      printOrder(shop, order, output);
      for (const { title, rows } of facts) {
        output.line(`${title}:`);
        for (const { label, value } of rows) output.line(`  ${label}: ${value}`);
      }
      for (const { at, kind, fromStatus, toStatus, text, by } of history) {
        const change = kind === 'status' ? `${fromStatus ?? 'new'} -> ${toStatus}` : kind;
        output.line(`  ${at.toISOString()}  ${change}  by ${by}${text === '' ? '' : `: ${text}`}`);
      }
      output.result({ ...order, ...Object.fromEntries(facts.map(({ name, data }) => [name, data])), history });
      return 0;
    }),
};

function formatStatus(order: Pick<Order, 'status' | 'confirmedAt' | 'suspicion'>): string {
  return isAwaitingConfirmation(order) ? `${order.status}, not confirmed` : order.status;
}

/** Translated reason why an order has to be confirmed; empty when the order was placed at once. */
function formatSuspicion({ t }: Shop, { suspicion }: Pick<Order, 'suspicion'>): string {
  return suspicion === null ? '' : t(suspicionTexts[suspicion]);
}

function printOrder(shop: Shop, order: Order, output: CliOutput): void {
  const context = shop.renderContext('/');
  output.line(`Order ${order.number}: ${formatStatus(order)}${order.cancelReason ? ` (${order.cancelReason})` : ''}`);
  if (order.exchangeOf) output.line(`Exchange for items of order ${order.exchangeOf.number}.`);
  if (order.amends !== null) output.line(`${order.isReplacement ? 'Replaces' : 'Adds to'} order ${order.amends}.`);
  if (order.replacedBy) output.line(`Order ${order.replacedBy.number} replaces it.`);
  if (isAwaitingConfirmation(order))
    output.line(`Reserved until ${order.dueAt?.toISOString()} unless it is confirmed.`);
  if (order.suspicion !== null) output.line(`It had to be confirmed because ${formatSuspicion(shop, order)}.`);
  output.line(`${order.email}  ${order.phone}`);
  if (order.billing) output.line(`Billing: ${formatAddress(order.billing, context.locale).join(', ')}`);
  if (order.delivery) output.line(`Delivery: ${formatAddress(order.delivery, context.locale).join(', ')}`);
  for (const [index, line] of order.lines.entries()) {
    output.line(
      `  ${index + 1}. ${line.quantity} x ${[line.name, line.sku ?? '', ...formatLineOptions(context, order, line)].filter((part) => part !== '').join(', ')}`,
    );
    for (const { id, name } of line.addons.flatMap((addon) => addon.files ?? []))
      output.line(`      ${name}: shop uploads save ${id}`);
  }
  for (const { label, value } of formatOrderTotals(context, order)) output.line(`  ${label}: ${value}`);
  for (const refund of order.refunds) output.line(`  ${formatRefund(context, order, refund)}`);
  output.line(`Payment: ${order.paymentTitle}${order.paidAt ? `, paid ${order.paidAt.toISOString()}` : ', not paid'}`);
}

function formatRefund(context: RenderContext, { currency }: Order, refund: Refund): string {
  const { amount, requestedAmount, taxes, reason, createdAt } = refund;
  const [shown, requested] = [amount, requestedAmount].map((value) => context.price({ amount: value, currency }));
  const parts = [
    amount === requestedAmount ? shown : `${shown} of ${requested}`,
    ...formatIncludedTaxes(context, { currency, taxes }).map(({ label, value }) => `${label} ${value}`),
  ];
  return `${createdAt.toISOString()}  refund of ${parts.join(', ')}${reason === '' ? '' : `: ${reason}`}`;
}

type OrderChangeFunction = (
  shop: Shop,
  tx: Tx,
  change: { orderId: number; by: Actor },
) => Promise<OrderChangeResult | CancelNeedsRefund>;

/**
 * Defines a command that changes the order named by its argument.
 * @param state completes "Order 1001 is …"
 */
export function defineChangeCommand(
  { verb, ...definition }: Pick<CommandDefinition, 'summary' | 'requires'> & { readonly verb: string },
  state: string,
  change: OrderChangeFunction,
): CommandDefinition {
  return {
    ...definition,
    name: `orders ${verb}`,
    arguments: orderNumberArgument,
    run: (shop, input, output) =>
      withOrder(shop, input, output, async (order) => {
        const result = await inTransaction(shop.db, (tx) => change(shop, tx, { orderId: order.id, by: input.actor }));
        if (!result.ok) return reportOrderFailure(output, order, result);
        output.line(`Order ${order.number} ${result.changed ? 'is' : 'was already'} ${state}.`);
        output.result({ number: order.number, ...result });
        return 0;
      }),
  };
}

const maxNoteLength = 2000;

const noteCommand: CommandDefinition = {
  name: 'orders note',
  summary: 'add a note to the history of the order, and send it to the customer if you want',
  requires: 'orders.write',
  arguments: [...orderNumberArgument, { name: '<text>', description: 'the note; empty lines divide paragraphs' }],
  options: [{ flags: '--to-customer', description: 'send it by email' }],
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const text = (input.arguments[1] ?? '').trim();
      if (text === '' || text.length > maxNoteLength)
        return reportUsageError(output, `<text>: expected 1 to ${maxNoteLength} characters`);
      const toCustomer = input.options.toCustomer === true;
      const note = { orderId: order.id, text, toCustomer, by: input.actor };
      const result = await inTransaction(shop.db, (tx) => addNote(shop, tx, note));
      if (!result.ok) return reportOrderFailure(output, order, result);
      output.line(`The note was added to order ${order.number}${toCustomer ? ` and is sent to ${order.email}` : ''}.`);
      output.result({ number: order.number, ...result });
      return 0;
    }),
};

export const orderCommands: readonly CommandDefinition[] = [
  listCommand,
  showCommand,
  noteCommand,
  defineChangeCommand(
    { verb: 'confirm', summary: 'confirm the order and its email address', requires: 'orders.write' },
    'confirmed',
    confirmOrder,
  ),
  defineChangeCommand(
    { verb: 'cancel', summary: 'cancel the order and return its items to stock', requires: 'orders.write' },
    'cancelled',
    (shop, tx, change) =>
      cancelOrder(shop, tx, { ...change, reason: 'by-shop', mostReturned: getActorRefundLimit(change.by) }),
  ),
];
