import { reportUsageError } from '#features/orders/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { formatMoney } from '#platform/money/money.ts';
import { findPayment, hasEnded, listTransactions, type Payment } from '../ledger/payment.ts';
import { refundWithoutOrder } from '../refunds/refund-held.ts';
import { settle } from '../settle/settle.ts';
import type { PaymentStatus } from '../tables.ts';

interface PaymentListItem {
  readonly id: number;
  readonly orderNumber: number | null;
  readonly provider: string;
  readonly status: PaymentStatus;
  readonly currency: string;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly createdAt: Date;
}

const perPage = 25;
const selectPayments = sqlQuery<PaymentListItem>(
  'payments.list',
  `select p.id, o.number as "orderNumber", p.provider, p.status, p.currency, p.amount, p.captured, p.refunded, p.created_at as "createdAt"
  from payments p left join orders o on o.id = p.order_id where ($1::bigint is null or o.number = $1)
    and (not $4::boolean or p.order_id is null and p.captured > p.refunded)
  order by p.id desc limit $2 offset $3`,
);

const listCommand: CommandDefinition = {
  name: 'payments list',
  summary: 'list payments, newest first',
  requires: 'payments.read',
  options: [
    { flags: '--order <number>', description: 'only those of an order' },
    { flags: '--without-order', description: 'only captured money that belongs to no order' },
    { flags: '--page <page>', description: 'page number, starting at 1' },
  ],
  run: async (shop, { options }, output) => {
    const page = readCount(options.page ?? '1');
    const order = options.order === undefined ? null : readCount(options.order);
    if (!Number.isSafeInteger(page) || page < 1)
      return reportUsageError(output, '--page: expected a whole number of 1 or more');
    if (order !== null && !Number.isSafeInteger(order)) return reportUsageError(output, '--order: expected a number');
    const found = await selectPayments(shop.db, [order, perPage, (page - 1) * perPage, options.withoutOrder === true]);
    output.table(
      ['id', 'order', 'provider', 'state', 'amount', 'captured', 'refunded', 'date'],
      found.map((payment) => [
        ...[String(payment.id), String(payment.orderNumber ?? 'none')],
        ...[payment.provider, payment.status],
        ...[payment.amount, payment.captured, payment.refunded].map((amount) => format(shop, payment, amount)),
        payment.createdAt.toISOString().slice(0, 16).replace('T', ' '),
      ]),
    );
    if (found.length === 0) output.line('No payments found.');
    output.result({ payments: found, page });
    return 0;
  },
};

const idArgument = [{ name: '<id>', description: 'id of the payment, as `shop payments list` shows it' }];

const showCommand: CommandDefinition = {
  name: 'payments show',
  summary: 'show a payment and its transactions',
  requires: 'payments.read',
  arguments: idArgument,
  run: (shop, input, output) => withPayment(shop, input, output, async (payment) => showPayment(shop, payment, output)),
};

const syncCommand: CommandDefinition = {
  name: 'payments sync',
  summary: "fetch the provider's state of a payment now",
  requires: 'payments.write',
  arguments: idArgument,
  run: (shop, input, output) => withPayment(shop, input, output, (payment) => syncPayment(shop, payment, output)),
};

async function syncPayment(shop: Shop, payment: Payment, output: CliOutput): Promise<number> {
  try {
    await settle(shop, payment.id);
  } catch {
    output.warn(`Payment ${payment.id}: the provider ${payment.provider} did not tell its state. Try again later.`);
    output.result({ ok: false, code: 'PAYMENT_NOT_SETTLED' });
    return 1;
  }
  return showPayment(shop, (await findPayment(shop.db, payment.id)) ?? payment, output);
}

const refundCommand: CommandDefinition = {
  name: 'payments refund',
  summary: 'give back the captured money of a payment without an order',
  requires: 'orders.refund',
  arguments: idArgument,
  run: (shop, input, output) =>
    withPayment(shop, input, output, async (payment) => {
      const result = await refundWithoutOrder(shop, payment.id, input.actor);
      if (!result.ok) {
        const reasons = {
          PAYMENT_HAS_ORDER: 'it belongs to an order. Refund the order: shop orders refund',
          NOTHING_TO_REFUND: 'there is no captured money to give back, or its refund was requested already.',
          REFUND_OVER_LIMIT: 'it is more than your role may give back.',
        };
        output.warn(`Payment ${payment.id}: ${reasons[result.code]}`);
        output.result(result);
        return 1;
      }
      return syncPayment(shop, payment, output);
    }),
};

async function withPayment(
  shop: Shop,
  { arguments: [text = ''] }: CommandInput,
  output: CliOutput,
  work: (payment: Payment) => Promise<number>,
): Promise<number> {
  if (!/^\d{1,15}$/.test(text)) return reportUsageError(output, `${text}: expected the id of a payment.`);
  const payment = await findPayment(shop.db, Number(text));
  if (payment) return work(payment);
  output.warn(`Payment ${text} not found. List the payments with 'shop payments list'.`);
  output.result({ ok: false, code: 'PAYMENT_NOT_FOUND' });
  return 1;
}

async function showPayment(shop: Shop, payment: Payment, output: CliOutput): Promise<number> {
  const { id, provider, reference, amount, authorized, captured, refunded, voided } = payment;
  const transactions = await listTransactions(shop.db, id);
  output.line(`Payment ${id}: ${describeState(payment)}`);
  output.line(`Provider: ${[provider, reference ?? ''].filter((part) => part !== '').join(', ')}`);
  for (const [label, value] of Object.entries({ amount, authorized, captured, refunded, voided }))
    output.line(`  ${label}: ${format(shop, payment, value)}`);
  for (const { kind, status, amount: moved, requestedAt, by, failure } of transactions) {
    const note = failure === '' ? '' : `: ${failure}`;
    output.line(`  ${requestedAt.toISOString()}  ${kind} ${format(shop, payment, moved)} ${status}  by ${by}${note}`);
  }
  output.result({ ...payment, state: describeState(payment), transactions });
  return 0;
}

/** The state that people read, from status and sums. */
function describeState(payment: Payment): string {
  const { status, authorized, captured, refunded, voided } = payment;
  if (hasEnded(payment) || status !== 'open') return status.replaceAll('_', ' ');
  if (refunded > 0) return refunded === captured ? 'refunded' : 'partly refunded';
  if (captured > 0) return 'captured';
  if (voided > 0) return 'voided';
  return authorized > 0 ? 'authorized' : 'open';
}

function format({ choices }: Shop, { currency }: Pick<Payment, 'currency'>, amount: number): string {
  return formatMoney({ amount, currency }, choices.locale);
}

export const paymentCommands: readonly CommandDefinition[] = [listCommand, showCommand, syncCommand, refundCommand];
