import { formatLineOptions } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { FactsList } from '#ui/admin/panels.tsx';
import type { RefundableOrder } from '../refunds/load-refundable.ts';
import type { RefundPlan } from '../refunds/plan-refund.ts';
import type { NewRefundLine } from '../refunds/refund-lines.ts';
import { getGross } from '../refunds/taxed-share.ts';
import { refundTexts as texts } from './refund-texts.ts';

export function describeItem(shop: Shop, order: RefundableOrder, position: number): string {
  const line = order.lines[position - 1];
  return line ? [line.name, ...formatLineOptions(shop.renderContext('/'), order, line)].join(', ') : String(position);
}

const partTexts = {
  shipping: texts.previewShipping,
  fee: texts.previewFees,
  amount: texts.previewAmount,
  unallocated: texts.previewUnallocated,
} as const;

interface PreviewProps {
  readonly shop: Shop;
  readonly order: RefundableOrder;
  readonly plan: RefundPlan;
  readonly isByHand: boolean;
  /** Whether the refund repeats a failed one. It restocks nothing: the failed refund already did, if asked to. */
  readonly isRetry?: boolean;
}

export function RefundPreview({ shop, order, plan, isByHand, isRetry = false }: PreviewProps) {
  const { t, choices } = shop;
  const { methods, invoice, currency, lineIds } = order;
  const { amount: total, lines, shares, restocked } = plan;
  const money = (amount: number) => formatMoney({ amount, currency }, choices.locale);
  const sumByLabel = <Line,>(all: readonly Line[], name: (line: Line) => string, amount: (line: Line) => number) =>
    [...Map.groupBy(all, name)].map(([label, group]) => ({
      ...{ label, value: money(group.reduce((added, line) => added + amount(line), 0)) },
    }));
  const describe = ({ kind, lineId, quantity }: NewRefundLine) =>
    kind === 'item'
      ? t(texts.previewItem, {
          quantity: quantity ?? 0,
          item: describeItem(shop, order, lineId === null ? 0 : lineIds.indexOf(lineId) + 1),
        })
      : t(partTexts[kind]);
  const taxes = lines.flatMap((line) => line.taxes);
  const stock = { nothing: texts.stockNothing, lines: texts.stockLines, everything: texts.stockEverything } as const;
  // Money that the order never needed gets no credit note.
  const hasDocument = lines.some(({ kind }) => kind !== 'unallocated');
  const document = invoice === null ? t(texts.documentWaits) : t(texts.documentFollows, { invoice });
  return (
    <FactsList
      facts={[
        ...sumByLabel(lines, describe, getGross),
        ...sumByLabel(
          taxes,
          ({ rate }) => t(texts.previewTax, { name: rate.name }),
          ({ amount }) => amount,
        ),
        { label: t(texts.previewTotal), value: <strong>{money(total)}</strong> },
        {
          label: t(texts.previewMethod),
          value: shares.map(({ paymentId, amount }) => {
            const { title = '', isRemote = false } = methods.find((each) => each.paymentId === paymentId) ?? {};
            const text = isRemote ? (isByHand ? texts.previewByHand : texts.previewAsked) : texts.previewOffline;
            return <span key={paymentId}>{t(text, { title, amount: money(amount) })} </span>;
          }),
        },
        { label: t(texts.previewStock), value: t(isRetry ? texts.stockBefore : stock[restocked]) },
        { label: t(texts.previewDocument), value: hasDocument ? document : t(texts.documentNone) },
      ]}
    />
  );
}
