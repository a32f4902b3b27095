import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney, parseAmount } from '#platform/money/money.ts';
import { type Changed, cancel, complete, markPaid } from './changes.ts';
import { confirmOrder } from './confirm.ts';
import type { OrderStatus } from './contract.ts';
import { getOrder, listOrders, type Order, orderHistoryOf } from './order.ts';
import { refund } from './refund.ts';
import { isAwaitingConfirmation } from './status.ts';
import { addressLines, lineNotes, totalRows } from './words.ts';

const statuses: readonly OrderStatus[] = [
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'refunded',
  'failed',
];
const numberArgument = [{ name: '<number>', description: 'order number' }];

const list: CommandDefinition = {
  name: 'orders list',
  summary: 'list orders, newest first',
  options: [
    { flags: '--status <status>', description: `only ${statuses.join(', ')}` },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = Number(options.page ?? 1);
    const status = statuses.find((each) => each === options.status) ?? null;
    if (!Number.isSafeInteger(page) || page < 1) return wrong(output, '--page: expected a whole number of 1 or more');
    if (options.status !== undefined && status === null)
      return wrong(output, `--status: expected ${statuses.join(', ')}`);
    const found = await listOrders(shop.db, { status, page });
    output.table(
      ['number', 'date', 'status', 'items', 'total', 'name', 'e-mail'],
      found.orders.map((order) => [
        String(order.number),
        order.createdAt.toISOString().slice(0, 16).replace('T', ' '),
        statusOf(order),
        String(order.pieces),
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

const show: CommandDefinition = {
  name: 'orders show',
  summary: 'show an order and its history',
  arguments: numberArgument,
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const history = await orderHistoryOf(shop.db, order.id);
      describe(shop, order, output);
      for (const { at, kind, fromStatus, toStatus, text, by } of history) {
        const what = kind === 'status' ? `${fromStatus ?? 'new'} -> ${toStatus}` : kind;
        output.line(`  ${at.toISOString()}  ${what}  by ${by}${text === '' ? '' : `: ${text}`}`);
      }
      output.result({ ...order, history });
      return 0;
    }),
};

function statusOf(order: Pick<Order, 'status' | 'confirmedAt'>): string {
  return isAwaitingConfirmation(order) ? `${order.status}, not confirmed` : order.status;
}

function describe(shop: Shop, order: Order, output: CliOutput): void {
  const context = shop.renderContext('/');
  output.line(`Order ${order.number}: ${statusOf(order)}${order.cancelReason ? ` (${order.cancelReason})` : ''}`);
  if (isAwaitingConfirmation(order))
    output.line(`Reserved until ${order.dueAt?.toISOString()} unless it is confirmed.`);
  output.line(`${order.email}  ${order.phone}`);
  if (order.billing) output.line(`Billing: ${addressLines(order.billing, context.locale).join(', ')}`);
  if (order.delivery) output.line(`Delivery: ${addressLines(order.delivery, context.locale).join(', ')}`);
  for (const line of order.lines) {
    output.line(
      `  ${line.quantity} x ${[line.name, line.sku ?? '', ...lineNotes(context, order, line)].filter((part) => part !== '').join(', ')}`,
    );
  }
  for (const { label, value } of totalRows(context, order)) output.line(`  ${label}: ${value}`);
  output.line(`Payment: ${order.paymentTitle}${order.paidAt ? `, paid ${order.paidAt.toISOString()}` : ', not paid'}`);
}

type Step = (shop: Shop, tx: Tx, orderId: number) => Promise<Changed>;

function changing(verb: string, summary: string, done: string, step: Step): CommandDefinition {
  return {
    name: `orders ${verb}`,
    summary,
    arguments: numberArgument,
    run: (shop, input, output) =>
      withOrder(shop, input, output, async (order) => {
        const result = await inTransaction(shop.db, (tx) => step(shop, tx, order.id));
        if (!result.ok) return refused(output, order, result);
        output.line(`Order ${order.number} ${result.changed ? 'is' : 'was already'} ${done}.`);
        output.result({ number: order.number, ...result });
        return 0;
      }),
  };
}

const refundCommand: CommandDefinition = {
  name: 'orders refund',
  summary: 'record a refund',
  arguments: [
    ...numberArgument,
    { name: '[amount]', description: 'such as 12.50; default: the full remaining amount' },
  ],
  options: [
    { flags: '--reason <text>', description: 'shown to the customer' },
    { flags: '--restock', description: 'return the items to stock' },
    { flags: '--key <key>', description: 'idempotency key of 8 to 100 characters: the same key never refunds twice' },
  ],
  run: (shop, input, output) => withOrder(shop, input, output, (order) => refundOrder(shop, order, input, output)),
};

async function refundOrder(
  shop: Shop,
  order: Order,
  { arguments: [, text], options }: CommandInput,
  output: CliOutput,
): Promise<number> {
  const amount = text === undefined ? null : parseAmount(text, order.currency);
  if (text !== undefined && amount === null) return wrong(output, `${text}: expected an amount such as 12.50`);
  const requestKey = String(options.key ?? crypto.randomUUID());
  if (requestKey.length < 8 || requestKey.length > 100) return wrong(output, '--key: expected 8 to 100 characters');
  const reason = String(options.reason ?? '').slice(0, 2000);
  const given = { orderId: order.id, amount, reason, restock: options.restock === true, requestKey, by: 'shop' };
  const result = await inTransaction(shop.db, (tx) => refund(shop, tx, given));
  if (!result.ok) return refused(output, order, result);
  const shown = formatMoney({ amount: result.amount, currency: order.currency }, shop.choices.locale);
  output.line(`Order ${order.number}: a refund of ${shown} ${result.changed ? 'was' : 'had already been'} recorded.`);
  output.result({ number: order.number, ...result });
  return 0;
}

async function withOrder(
  shop: Shop,
  { arguments: [text = ''] }: CommandInput,
  output: CliOutput,
  work: (order: Order) => Promise<number>,
): Promise<number> {
  if (!/^\d{1,15}$/.test(text))
    return wrong(output, `${text}: expected an order number. List the orders with 'shop orders list'.`);
  const order = await getOrder(shop.db, { number: Number(text) });
  if (order) return work(order);
  output.warn(`Order ${text} not found. List the orders with 'shop orders list'.`);
  output.result({ ok: false, code: 'ORDER_NOT_FOUND' });
  return 1;
}

function refused(
  output: CliOutput,
  order: Order,
  failure: { readonly code: string; readonly status?: OrderStatus; readonly left?: number },
): number {
  const why = {
    STATUS_NOT_ALLOWED: `an order that is ${failure.status}${order.paidAt ? ' and paid' : ''} does not allow this`,
    REFUND_TOO_LARGE: `only ${failure.left} ${order.currency} (in minor units) can still be refunded`,
    REFUND_AMOUNT_INVALID: 'there is nothing left to refund',
    REQUEST_KEY_USED: 'this key was used for another refund; use a new one',
  }[failure.code];
  output.warn(`Order ${order.number} was not changed: ${why ?? failure.code}.`);
  output.result({ number: order.number, ...failure, ok: false });
  return 1;
}

function wrong(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}

export const orderCommands: readonly CommandDefinition[] = [
  list,
  show,
  changing('confirm', 'confirm the order and its e-mail address', 'confirmed', (shop, tx, orderId) =>
    confirmOrder(shop, tx, { orderId, by: 'shop' }),
  ),
  changing('paid', 'mark the order as paid', 'paid', (shop, tx, orderId) =>
    markPaid(shop, tx, { orderId, by: 'shop' }),
  ),
  changing('complete', 'mark the order as shipped and completed', 'completed', (shop, tx, orderId) =>
    complete(shop, tx, { orderId, by: 'shop' }),
  ),
  changing('cancel', 'cancel the order and return its items to stock', 'cancelled', (shop, tx, orderId) =>
    cancel(shop, tx, { orderId, by: 'shop', reason: 'by-shop' }),
  ),
  refundCommand,
];
