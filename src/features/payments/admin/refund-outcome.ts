import type { OperationRefusal, OperationResult } from '#platform/admin/records/operations/operation.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice, flag, money } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getListFormat } from '#platform/texts/formats.ts';
import type { RefundableOrder } from '../refunds/load-refundable.ts';
import { listRefundingRoles } from '../refunds/refund-limit.ts';
import type { RefundResult } from '../refunds/request-refund.ts';
import type { RetryRefusal } from '../refunds/retry-refund.ts';
import { settle } from '../settle/settle.ts';
import { describeItem } from './refund-preview.tsx';
import { refundTexts as texts } from './refund-texts.ts';

/**
 * Creates the field that asks whether the provider returns the money, or the money was already returned by hand. Null
 * when no provider can return it.
 */
export function createMethodField({ t, choices }: Shop, { methods }: RefundableOrder) {
  const titles = [...new Set(methods.flatMap(({ isRemote, title }) => (isRemote ? [title] : [])))];
  if (titles.length === 0) return null;
  return choice({
    ...{ label: t(texts.method), required: true, isOpen: true },
    options: [
      {
        value: 'provider',
        label: t(texts.methodProvider, { methods: getListFormat(choices.locale, {}).format(titles) }),
      },
      { value: 'hand', label: t(texts.methodHand) },
    ],
  });
}

/** Initial value of the field; undefined when the field is not shown. */
export const beginMethod = ({ methods }: Pick<RefundableOrder, 'methods'>): 'provider' | undefined =>
  methods.some(({ isRemote }) => isRemote) ? 'provider' : undefined;

export const createRefundEntry = ({ t, choices }: Shop) => ({
  amount: money({ label: t(texts.sum), currency: choices.currency }),
  restock: flag({ label: t(texts.restock) }),
  isByHand: flag({ label: t(texts.stateByHand) }),
});

type Refused = Exclude<RefundResult | RetryRefusal, { ok: true }>;

/** Explains in a sentence why a refund is refused, and names the form's field that causes it. */
export async function refuseRefund(
  shop: Shop,
  tx: Tx,
  order: RefundableOrder,
  refused: Refused,
  amount = order.left,
): Promise<OperationRefusal> {
  const { t, choices } = shop;
  const show = (value: number) => formatMoney({ amount: value, currency: order.currency }, choices.locale);
  const { code } = refused;
  const refuse = (message: string, field?: string) =>
    ({ ok: false, code, message, ...(field ? { field } : {}) }) as const;
  switch (refused.code) {
    case 'REFUND_LINE_INVALID': {
      const { position, left } = refused;
      return refuse(t(texts.linesLeft, { left, item: describeItem(shop, order, position) }), `items.${position}`);
    }
    case 'REFUND_OVER_LIMIT': {
      const roles = getListFormat(choices.locale, {}).format(await listRefundingRoles(tx, amount));
      return refuse(t(texts.overLimit, { left: show(refused.left), roles }));
    }
    case 'REFUND_TOO_LARGE':
      return refuse(t(texts.tooLarge, { left: show(refused.left) }));
    case 'REFUND_AMOUNT_INVALID':
      return refuse(t(texts.noneLeft));
    case 'STATUS_NOT_ALLOWED':
      return refuse(t(texts.statusNotAllowed));
    case 'ORDER_NOT_FOUND':
      return refuse(t(texts.orderGone));
    case 'REFUND_NOT_FAILED':
      return refuse(t(texts.notFailed));
    case 'REQUEST_KEY_USED':
      return refuse(t(texts.keyUsed));
  }
}

/**
 * Messages of the page after a refund. `done`: the form was sent twice, so the page shows the state of the refund
 * instead of an outcome.
 */
export const refundOutcomes = {
  ...{ done: texts.done, given: texts.given, recorded: texts.recorded, waits: texts.waits },
  ...{ failed: texts.failedNow, partly: texts.partly },
};

const selectOutcome = sqlQuery<{ status: 'requested' | 'succeeded' | 'failed'; isPart: boolean }>(
  'payments.find-outcome-of-refund',
  `select status, amount < requested_amount as "isPart" from refunds where id = $1`,
);

/** Asks the providers of a refund after the commit, and returns their answer as the outcome for the page. */
export function finishAtProviders(
  shop: Shop,
  { refundId, payments }: Extract<RefundResult, { ok: true }>,
): Pick<Extract<OperationResult, { ok: true }>, 'outcome' | 'afterCommit'> {
  if (payments.length === 0) return { outcome: 'recorded' };
  return {
    outcome: 'waits',
    afterCommit: async () => {
      for (const payment of payments)
        await settle(shop, payment).catch((err: unknown) =>
          shop.log.warn({ err, payment }, 'the provider of a refund did not answer'),
        );
      const [found] = await selectOutcome(shop.db, [refundId]);
      if (found?.status === 'failed') return 'failed';
      if (found?.status !== 'succeeded') return 'waits';
      return found.isPart ? 'partly' : 'given';
    },
  };
}
