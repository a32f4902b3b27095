import { defineChangeCommand, reportUsageError } from '#features/orders/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import {
  findPayment,
  getUncaptured,
  hasEnded,
  isAwaitingShopper,
  listTransactions,
  type Payment,
  type PaymentTransaction,
} from '../ledger/payment.ts';
import { refundWithoutOrder } from '../refunds/refund-held.ts';
import { listUnsettledPayments } from '../settle/list-unsettled.ts';
import { settle } from '../settle/settle.ts';
import { recordCapture } from '../start/record-capture.ts';
import { listPaymentsCommand } from './list-payments.ts';

const idArgument = [{ name: '<id>', description: 'id of the payment, as `shop payments list` shows it' }];

interface PaymentEvent {
  readonly eventId: string;
  readonly receivedAt: Date;
  /** Null until the event was settled. */
  readonly settledAt: Date | null;
}

/** Events that wait to be settled have no `payment_id` yet. */
const selectEvents = sqlQuery<PaymentEvent>(
  'payments.list-events-of-payment',
  `select event_id as "eventId", received_at as "receivedAt", settled_at as "settledAt" from provider_events where payment_id = $1
  union all
  select event_id, received_at, settled_at from provider_events
  where settled_at is null and payment_id is null and provider = $2 and (public_id = $3 or reference = $4)
  order by "receivedAt"`,
);

const listPaymentEvents = (shop: Shop, { id, provider, publicId, reference }: Payment) =>
  selectEvents(shop.db, [id, provider, publicId, reference]);

/** Describes for staff what has to happen before a payment goes on; null when the payment waits for nothing. */
function describeWaiting(payment: Payment, transactions: readonly PaymentTransaction[]): string | null {
  const { provider, status, orderId, captured, refunded } = payment;
  const waiting = transactions.filter((each) => each.status === 'requested');
  const requested = waiting.filter(({ kind }) => kind !== 'dispute');
  if (requested.length > 0) return `the answer of ${provider} to: ${requested.map(({ kind }) => kind).join(', ')}`;
  if (isAwaitingShopper(payment, transactions)) return 'the shopper to choose another way to pay';
  if (status === 'created') return `${provider} to begin it`;
  if (status === 'requires_action') return 'the shopper to agree';
  if (status === 'pending') return `${provider} to decide`;
  if (orderId === null && captured > refunded) return 'its order, and is given back two hours after it began';
  if (waiting.length > 0) return 'its dispute to be decided';
  if (hasEnded(payment) || getUncaptured(payment) === 0) return null;
  return 'its authorized money to be captured or given up';
}

const showCommand: CommandDefinition = {
  name: 'payments show',
  summary: 'show a payment with its transactions and events, and what it waits for',
  requires: 'payments.read',
  arguments: idArgument,
  run: (shop, input, output) => withPayment(shop, input, output, async (payment) => showPayment(shop, payment, output)),
};

const syncCommand: CommandDefinition = {
  name: 'payments sync',
  summary: "fetch the provider's state of a payment now, or of all that wait for something",
  requires: 'payments.write',
  arguments: [{ name: '[id]', description: 'id of the payment; without it, --unsettled' }],
  options: [{ flags: '--unsettled', description: 'all payments that wait for something' }],
  run: (shop, input, output) => {
    const isAll = input.options.unsettled === true;
    if (isAll !== (input.arguments[0] === undefined))
      return Promise.resolve(reportUsageError(output, 'Pass the id of a payment or --unsettled.'));
    if (isAll) return syncUnsettled(shop, output);
    return withPayment(shop, input, output, (payment) => syncPayment(shop, payment, output));
  },
};

/** A job settles more payments than this. */
const maxSynced = 1000;

async function syncUnsettled(shop: Shop, output: CliOutput): Promise<number> {
  const ids = await listUnsettledPayments(shop, { isDue: false, limit: maxSynced });
  const bar = output.progress('payments', ids.length);
  const failed: number[] = [];
  for (const [index, id] of ids.entries()) {
    await settle(shop, id).catch(() => failed.push(id));
    bar.advance(index + 1);
  }
  bar.end();
  const waiting = await listUnsettledPayments(shop, { isDue: false, limit: maxSynced });
  output.line(`Asked about ${ids.length} payments; ${waiting.length} still wait: shop payments list --unsettled`);
  if (failed.length > 0)
    output.warn(`The provider did not tell the state of payments ${failed.join(', ')}. Try again later.`);
  output.result({ asked: ids.length, failed, waiting });
  return failed.length > 0 ? 1 : 0;
}

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
          PAYMENT_HAS_ORDER: 'it belongs to an order. Refund that, on its page in the back office.',
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
  const events = await listPaymentEvents(shop, payment);
  for (const { eventId, receivedAt, settledAt } of events)
    output.line(`  ${receivedAt.toISOString()}  event ${eventId} ${settledAt === null ? 'waits' : 'settled'}`);
  const waitsFor = describeWaiting(payment, transactions);
  output.line(waitsFor === null ? 'It waits for nothing.' : `It waits for ${waitsFor}.`);
  const { nextAction: _, networkHash: __, ...shown } = payment;
  output.result({ ...shown, state: describeState(payment), transactions, events, waitsFor });
  return 0;
}

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

export const paymentCommands: readonly CommandDefinition[] = [
  defineChangeCommand(
    { verb: 'paid', summary: 'mark the order as paid', requires: 'payments.write' },
    'paid',
    recordCapture,
  ),
  listPaymentsCommand,
  showCommand,
  syncCommand,
  refundCommand,
];
