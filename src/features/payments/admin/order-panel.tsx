import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { calculateAmountDue, OrderItem, type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FactsList } from '#ui/admin/panels.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { paymentProviders } from '../providers/provider.ts';
import { canTakeLateMoney } from '../start/record-capture.ts';
import { endRefundOperation, retryRefundOperation } from './failed-refund-operations.tsx';
import { recordLateMoneyOperation } from './late-money-operation.ts';
import { markOrdersPaid } from './order-list.ts';
import { orderPanelTexts as texts } from './order-panel-texts.ts';
import { refundOrderOperation } from './refund-operation.tsx';
import { orderRefundsPanel } from './refunds-panel.tsx';

const kind = z.enum(['authorize', 'capture', 'void', 'refund', 'dispute']);
const status = z.enum(['requested', 'succeeded', 'failed']);
const schema = z.strictObject({
  authorized: z.int(),
  /** Sum of requested refunds whose money was not returned yet, in minor units. */
  promised: z.int(),
  /** Part of the returned money that was returned without a provider. */
  byHand: z.int(),
  /** Sums that were carried over from other orders and to other orders. */
  ...{ carriedIn: z.int(), carriedOut: z.int() },
  transactions: z.array(
    z.strictObject({
      ...{ id: z.int(), kind, status, amount: z.int(), at: jsonMoment },
      ...{ provider: z.string(), reference: z.string(), failure: z.string(), by: z.string(), reason: z.string() },
      /** Number of the order from which or to which the money was carried over; null for other transactions. */
      other: z.int().nullable(),
    }),
  ),
});
type Transaction = z.infer<typeof schema>['transactions'][number];

const tones = { requested: 'warning', succeeded: 'success', failed: 'error' } as const;

const orderPaymentsPanel = definePanel({
  ...{
    id: 'payments',
    title: texts.payments,
    column: 'main',
    look: 'flush',
    requires: 'payments.read',
    place: { after: 'items' },
  },
  data: (_shop, id) => sql`select json_build_object(
    'authorized', coalesce(sum(greatest(p.authorized - p.captured - p.voided, 0)), 0),
    'promised', (select coalesce(sum(amount), 0) from refunds where order_id = ${id} and status = 'requested'),
    'byHand', (select coalesce(sum(t.amount), 0) from payments q join payment_transactions t on t.payment_id = q.id
      where q.order_id = ${id} and t.kind = 'refund' and t.status = 'succeeded' and t.provider_reference is null and t.carried_to_id is null),
    'carriedIn', coalesce(sum(p.captured) filter (where p.source_id is not null), 0),
    'carriedOut', (select coalesce(sum(t.amount), 0) from payments q join payment_transactions t on t.payment_id = q.id
      where q.order_id = ${id} and t.carried_to_id is not null),
    'transactions', coalesce((select json_agg(json_build_object('id', t.id, 'kind', t.kind, 'status', t.status, 'amount', t.amount,
        'at', coalesce(t.finished_at, t.requested_at), 'provider', q.provider, 'reference', coalesce(t.provider_reference, ''),
        'failure', t.failure, 'by', t.by, 'reason', coalesce(r.reason, ''), 'other', coalesce(
          (select x.number from payments f join orders x on x.id = f.order_id where f.id = t.carried_to_id),
          case when t.kind = 'capture' and q.source_id is not null then (select x.number from payment_transactions c
            join payments f on f.id = c.payment_id join orders x on x.id = f.order_id where c.carried_to_id = q.id) end)) order by t.id desc)
      from payments q join payment_transactions t on t.payment_id = q.id left join refunds r on r.id = t.refund_id
      where q.order_id = ${id}), '[]'))
    from payments p where p.order_id = ${id}`,
  schema,
  render: (shop, order: OrderSubject, { authorized, promised, byHand, carriedIn, carriedOut, transactions }) => {
    const { t, choices } = shop;
    const money = (amount: number) => formatMoney({ amount, currency: order.currency }, choices.locale);
    const { status: state, paidAt, capturedTotal, refundedTotal } = order;
    // The shopper does not have to pay refunded parts of a paid order again.
    const due = paidAt !== null || state === 'cancelled' ? 0 : calculateAmountDue(order);
    const givenBack = refundedTotal - byHand - carriedOut;
    const sums = [
      {
        label: t(texts.captured),
        value: (carriedIn === 0 || capturedTotal > carriedIn) && money(capturedTotal - carriedIn),
      },
      { label: t(texts.carriedIn), value: carriedIn > 0 && money(carriedIn) },
      { label: t(texts.carriedOut), value: carriedOut > 0 && money(carriedOut) },
      { label: t(texts.refunded), value: givenBack > 0 && money(givenBack) },
      { label: t(texts.refundedByHand), value: byHand > 0 && money(byHand) },
      { label: t(texts.promised), value: promised > 0 && <strong>{money(promised)}</strong> },
      { label: t(texts.authorized), value: authorized > 0 && money(authorized) },
      { label: t(texts.due), value: <strong>{money(due)}</strong> },
    ];
    return (
      <>
        {transactions.length > 0 && <Transactions shop={shop} money={money} transactions={transactions} />}
        <div className="order-totals">
          <FactsList facts={sums.map(({ label, value }) => ({ label, value: value === false ? null : value }))} />
        </div>
      </>
    );
  },
});

interface TransactionsProps {
  readonly shop: Shop;
  readonly money: (amount: number) => string;
  readonly transactions: readonly Transaction[];
}

function Transactions({ shop, money, transactions }: TransactionsProps) {
  const { t, choices } = shop;
  const date = getDateFormat(choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const providers = new Map(shop.implementations(paymentProviders).map((each) => [each.id, each.title(shop)]));
  const nameKind = ({ kind, other }: Transaction) => {
    if (other === null) return t(texts[kind]);
    return t(kind === 'refund' ? texts.carriedTo : texts.carriedFrom, { number: String(other) });
  };
  const rows = transactions.map((each) => ({
    id: each.id,
    cells: {
      kind: <OrderItem name={nameKind(each)} details={[each.reason, each.failure].filter((text) => text !== '')} />,
      at: <time dateTime={each.at.toISOString()}>{date.format(each.at)}</time>,
      provider: (
        <OrderItem
          name={providers.get(each.provider) ?? each.provider}
          details={each.reference === '' ? [] : [each.reference]}
        />
      ),
      ...{ by: each.by, amount: money(each.amount) },
      state: <StateBadge tone={tones[each.status]}>{t(texts[each.status])}</StateBadge>,
    },
  }));
  const columns = [
    { id: 'kind', title: t(texts.kind), onPhone: 'title' },
    { id: 'provider', title: t(texts.provider) },
    { id: 'at', title: t(texts.at) },
    { id: 'by', title: t(texts.by) },
    { id: 'state', title: t(texts.state), onPhone: 'badge' },
    { id: 'amount', title: t(texts.amount), align: 'end', onPhone: 'value' },
  ] as const;
  return <DataTable label={t(texts.transactions)} columns={columns} rows={rows} />;
}

const canMarkPaid = ({ status, paidAt }: OrderSubject): boolean =>
  paidAt === null && ['pending', 'failed', 'on-hold', 'processing'].includes(status);

/** True when the order waits for a transfer only, and not for its confirmation. */
const isAwaitingTransfer = ({ status, suspicion, confirmedAt }: OrderSubject): boolean =>
  status === 'on-hold' && (suspicion === null || confirmedAt !== null);

const canRefund = ({ capturedTotal, refundedTotal }: OrderSubject): boolean => capturedTotal > refundedTotal;

export const paymentsOfOrder = extendRecord(orderRecord, {
  panels: [orderPaymentsPanel, orderRefundsPanel],
  operations: [
    { operation: refundOrderOperation, panel: 'refunds', isShown: canRefund },
    { operation: recordLateMoneyOperation, panel: 'payments', isShown: canTakeLateMoney },
    // The row of a failed refund links to these two operations.
    { operation: retryRefundOperation, isShown: () => false },
    { operation: endRefundOperation, isShown: () => false },
  ],
  actions: [{ action: markOrdersPaid, isShown: canMarkPaid, isNext: isAwaitingTransfer }],
});
