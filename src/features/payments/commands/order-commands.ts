import {
  defineChangeCommand,
  type Order,
  orderNumberArgument,
  readPositionUnits,
  reportOrderFailure,
  reportUsageError,
  withOrder,
} from '#features/orders/index.ts';
import type { CliOutput, CommandDefinition, CommandInput } from '#platform/cli/command.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney, toDecimal } from '#platform/money/money.ts';
import { describeAmountProblem, readAmount } from '#platform/money/read-amount.ts';
import type { PartsRequest } from '../refunds/refund-lines.ts';
import { type RefundInput, type RefundResult, requestRefund } from '../refunds/request-refund.ts';
import { settle } from '../settle/settle.ts';
import { recordCapture } from '../start/record-capture.ts';

const paidCommand = defineChangeCommand(
  { verb: 'paid', summary: 'mark the order as paid', requires: 'payments.write' },
  'paid',
  recordCapture,
);

const refundCommand: CommandDefinition = {
  name: 'orders refund',
  summary: 'record a refund',
  requires: 'orders.refund',
  arguments: [
    ...orderNumberArgument,
    { name: '[amount]', description: 'such as 12.50; default: the full remaining amount' },
  ],
  options: [
    {
      flags: '--lines <list>',
      description: 'items to refund by line, such as 1:2,3:1 for two of the first and one of the third',
    },
    { flags: '--shipping', description: 'refund the shipping costs' },
    { flags: '--fees', description: 'refund the fees' },
    { flags: '--reason <text>', description: 'shown to the customer' },
    { flags: '--restock', description: 'return the items to stock: those of --lines, or all with the full amount' },
    { flags: '--key <key>', description: 'idempotency key of 8 to 100 characters: the same key never refunds twice' },
  ],
  run: (shop, input, output) =>
    withOrder(shop, input, output, async (order) => {
      const read = readRefund(order, input);
      return typeof read === 'string' ? reportUsageError(output, read) : runRefund(shop, order, read, output);
    }),
};

/** @returns what is wrong, as text, when the options can't be read */
function readRefund(order: Order, { arguments: [, text], options, actor }: CommandInput): RefundInput | string {
  const amount = text === undefined ? null : readAmount(text, order.currency);
  if (text !== undefined && amount === null) return describeAmountProblem(text, order.currency);
  const requestKey = String(options.key ?? crypto.randomUUID());
  if (requestKey.length < 8 || requestKey.length > 100) return '--key: expected 8 to 100 characters';
  const lines = options.lines === undefined ? [] : readPositionUnits(String(options.lines));
  if (lines === null) return '--lines: expected line:quantity, such as 1:2,3:1';
  const parts = { lines, shipping: options.shipping === true, fees: options.fees === true };
  const hasParts = lines.length > 0 || parts.shipping || parts.fees;
  if (hasParts && amount !== null) return 'Pass an amount or parts of the order, not both.';
  const reason = String(options.reason ?? '').slice(0, 2000);
  const given = { orderId: order.id, amount, reason, restock: options.restock === true, requestKey, by: actor };
  return { ...given, parts: hasParts ? parts : null } satisfies RefundInput & { parts: PartsRequest | null };
}

async function runRefund(shop: Shop, order: Order, input: RefundInput, output: CliOutput): Promise<number> {
  const result = await inTransaction(shop.db, (tx) => requestRefund(shop, tx, input));
  if (!result.ok) return reportOrderFailure(output, order, result, describeFailure(order, result));
  for (const paymentId of result.payments) await settleOrWarn(shop, paymentId, output);
  const shown = formatMoney({ amount: result.amount, currency: order.currency }, shop.choices.locale);
  await warnOfFailure(shop, order, result.refundId, output);
  output.line(`Order ${order.number}: a refund of ${shown} ${result.changed ? 'was' : 'had already been'} recorded.`);
  if (input.restock && !result.restocked)
    output.warn('Nothing was returned to stock: name the items with --lines, or refund the full remaining amount.');
  output.result({ number: order.number, ...result });
  return 0;
}

const selectFinished = sqlQuery<{ status: 'succeeded' | 'failed'; amount: number; requested: number }>(
  'payments.find-finished-refund',
  `select status, amount, requested_amount as requested from refunds where id = $1 and status <> 'requested'`,
);

async function warnOfFailure(shop: Shop, { currency }: Order, refundId: number, output: CliOutput): Promise<void> {
  const [refund] = await selectFinished(shop.db, [refundId]);
  if (refund?.status === 'failed') output.warn('The payment provider has refused it. Nothing was given back.');
  else if (refund && refund.amount < refund.requested)
    output.warn(
      `A payment provider has refused its part. Only ${formatMoney({ amount: refund.amount, currency }, shop.choices.locale)} was given back.`,
    );
}

async function settleOrWarn(shop: Shop, paymentId: number, output: CliOutput): Promise<void> {
  try {
    await settle(shop, paymentId);
  } catch {
    output.warn(`The provider of payment ${paymentId} did not answer. The shop asks it again every few minutes.`);
  }
}

function describeFailure({ currency }: Order, failure: RefundResult & { ok: false }): Record<string, string> {
  const left = 'left' in failure ? failure.left : 0;
  const position = 'position' in failure ? failure.position : 0;
  return {
    REFUND_TOO_LARGE: `only ${toDecimal({ amount: left, currency })} ${currency} can still be refunded`,
    REFUND_OVER_LIMIT: `your role may give back ${toDecimal({ amount: left, currency })} ${currency} more of it`,
    REFUND_AMOUNT_INVALID: 'the amount is 0, or nothing is left to refund',
    REFUND_LINE_INVALID: `of line ${position}, ${left} can still be refunded`,
    REQUEST_KEY_USED: 'this key was used for another refund; use a new one',
  };
}

export const orderPaymentCommands: readonly CommandDefinition[] = [paidCommand, refundCommand];
