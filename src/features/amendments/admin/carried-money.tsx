import { awaitsRest, type OrderSubject } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { choice } from '#platform/forms/kinds.ts';
import { formatMoney } from '#platform/money/money.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import type { Settlement } from '../settle-difference.ts';
import { amendmentTexts as texts } from '../texts.ts';

export type FormatAmount = (amount: number) => string;

export const createAmountFormat =
  ({ choices }: Pick<Shop, 'choices'>, { currency }: { readonly currency: string }): FormatAmount =>
  (amount) =>
    formatMoney({ amount, currency }, choices.locale);

export function createSettlementField({ t }: Pick<Shop, 't'>) {
  const waits = { value: 'wait', label: t(texts.settlementWait) } as const;
  const ships = { value: 'ship', label: t(texts.settlementShip) } as const;
  return choice({
    ...{ label: t(texts.settlement), hint: t(texts.settlementHint), options: [waits, ships], isOpen: true },
  });
}

interface NewOrderMoney {
  readonly total: number;
  /** Amount that the new order takes over from the first order. */
  readonly received: number;
  readonly settlement: Settlement;
}

/** Describes what happens to the customer's money when a new order takes over payments of another order. */
export function describeSettlement(
  shop: Shop,
  order: { readonly currency: string },
  { total, received, settlement }: NewOrderMoney,
): string {
  const { t } = shop;
  const rest = total - received;
  const amount = createAmountFormat(shop, order)(Math.abs(rest));
  if (received === 0 && rest > 0) return t(texts.willAskForAll, { amount });
  if (rest === 0) return t(texts.willBeSame);
  if (rest < 0) return t(texts.willRefund, { amount });
  return t(settlement === 'ship' ? texts.willShip : texts.willWait, { amount });
}

interface CarriedMoneyProps {
  readonly shop: Shop;
  readonly order: OrderSubject;
  /** Amount received for the other order. */
  readonly carried: number;
  /** Amount of refunds that were requested and not paid out yet. */
  readonly promised: number;
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
}

/**
 * Shows the money that a new order has taken over from another order, and the amount that is still to be paid or
 * refunded.
 */
export function CarriedMoney({ shop, order, carried, promised, facts = [] }: CarriedMoneyProps) {
  const { t } = shop;
  const money = createAmountFormat(shop, order);
  const { total, status, capturedTotal, refundedTotal, creditedTotal } = order;
  const rest = total - creditedTotal - (capturedTotal - refundedTotal - promised);
  const amount = money(Math.abs(rest));
  const isAskedFor = rest > 0 && carried > 0 && (awaitsRest(order) || status === 'pending' || status === 'failed');
  const all = [
    ...facts,
    { label: t(texts.carried), value: carried === 0 ? null : money(carried) },
    {
      label: t(texts.toPay),
      value: isAskedFor ? t(awaitsRest(order) ? texts.toPayShips : texts.toPayWaits, { amount }) : null,
    },
  ];
  return (
    <>
      <FactsList facts={all} />
      {rest < 0 && carried > 0 && status !== 'cancelled' && (
        <p>
          <strong>{t(texts.toRefund, { amount })}</strong> <a href="#payments">{t(texts.proposeRefund)}</a>
        </p>
      )}
    </>
  );
}
