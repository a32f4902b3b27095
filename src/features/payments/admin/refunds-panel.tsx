import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { OrderItem, type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel, getActionPath } from '#platform/admin/records/record.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { endRefundOperation, retryRefundOperation } from './failed-refund-operations.tsx';
import { refundTexts as texts } from './refund-texts.ts';

const schema = z.strictObject({
  ...{
    id: z.int(),
    status: z.enum(['requested', 'succeeded', 'failed']),
    isFollowed: z.boolean(),
    isCarried: z.boolean(),
  },
  ended: z.strictObject({ by: z.string(), reason: z.string() }).nullable(),
  ...{ amount: z.int(), requested: z.int(), at: jsonMoment, by: z.string(), reason: z.string() },
  ...{ restock: z.boolean(), document: z.string().nullable() },
  lines: z.array(z.strictObject({ name: z.string(), quantity: z.int() })),
  /**
   * `given`: number of succeeded shares of the refund, of which `byHand` were returned without a provider.
   * `failures`: why other shares failed.
   */
  ...{ given: z.int(), byHand: z.int(), failures: z.array(z.string()) },
});
type RefundRow = z.infer<typeof schema>;

const isOpen = ({ status, isFollowed, ended }: RefundRow) => status === 'failed' && !isFollowed && ended === null;

function findLook({ status, isFollowed, isCarried, ended, given, byHand }: RefundRow) {
  if (isCarried) return { text: texts.stateCarried, tone: 'info' } as const;
  if (status === 'requested') return { text: texts.stateOpen, tone: 'warning' } as const;
  if (isFollowed) return { text: texts.stateFollowed, tone: 'neutral' } as const;
  if (ended !== null) return { text: texts.stateEnded, tone: 'neutral' } as const;
  if (status === 'failed') return { text: texts.stateFailed, tone: 'error' } as const;
  if (byHand === 0) return { text: texts.stateDone, tone: 'success' } as const;
  return { text: byHand === given ? texts.stateByHand : texts.statePartByHand, tone: 'info' } as const;
}

export const orderRefundsPanel = definePanel({
  ...{ id: 'refunds', title: texts.refunds, column: 'main', look: 'flush', place: { after: 'items' } },
  data: (
    _shop,
    id,
  ) => sql`select coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'amount', r.amount,
      'requested', r.requested_amount, 'at', coalesce(r.finished_at, r.created_at), 'by', r.by, 'reason', r.reason, 'restock', r.restock,
      'ended', (select json_build_object('by', e.by, 'reason', e.reason) from ended_refunds e where e.refund_id = r.id),
      'isCarried', r.cause = 'exchange',
      'isFollowed', exists (select from refunds f where f.follows_id = r.id),
      'document', (select min(d.label) from documents d where d.refund_id = r.id),
      'lines', (select coalesce(json_agg(json_build_object('name', o.name, 'quantity', l.quantity) order by l.id), '[]')
        from refund_lines l join order_lines o on o.id = l.order_line_id where l.refund_id = r.id),
      'given', (select count(*) from payment_transactions t where t.refund_id = r.id and t.status = 'succeeded'),
      'byHand', (select count(*) from payment_transactions t where t.refund_id = r.id and t.status = 'succeeded' and t.provider_reference is null),
      'failures', (select coalesce(json_agg(t.failure), '[]') from payment_transactions t where t.refund_id = r.id and t.failure <> '')
    ) order by r.id desc), '[]') from refunds r where r.order_id = ${id}`,
  schema: z.array(schema),
  render: (shop, order: OrderSubject, refunds, actor) => {
    const { t } = shop;
    if (refunds.length === 0) return order.capturedTotal > 0 && <p className="panel__empty">{t(texts.none)}</p>;
    const canRetry = isPermitted(actor, retryRefundOperation.requires);
    // The provider's message may contain details of its accounts.
    const canReadFailures = isPermitted(actor, 'payments.read');
    return <Refunds {...{ shop, order, refunds, canRetry, canReadFailures }} />;
  },
});

interface RefundsProps {
  readonly shop: Shop;
  readonly order: OrderSubject;
  readonly refunds: readonly RefundRow[];
  readonly canRetry: boolean;
  readonly canReadFailures: boolean;
}

function Refunds({ shop, order, refunds, canRetry, canReadFailures }: RefundsProps) {
  const { t, choices } = shop;
  const money = (amount: number) => formatMoney({ amount, currency: order.currency }, choices.locale);
  const date = getDateFormat(choices.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const ways = [
    { href: getActionPath(orderRecord, retryRefundOperation, order.id), text: texts.retryLink },
    { href: getActionPath(orderRecord, endRefundOperation, order.id), text: texts.endLink },
  ];
  const rows = refunds.map((refund) => {
    const { id, status, ended, amount, requested, at, by, reason, restock, document, lines, failures } = refund;
    const look = findLook(refund);
    const more = [
      ...lines.map(({ name, quantity }) => t(texts.previewItem, { quantity, item: name })),
      ...(canReadFailures ? failures : []),
      ...(ended === null ? [] : [t(texts.endedBecause, ended)]),
      ...(status === 'succeeded' && amount < requested
        ? [t(texts.onlyPart, { amount: money(amount), requested: money(requested) })]
        : []),
      ...(restock ? [t(texts.restocked)] : []),
      ...(document === null ? [] : [t(texts.creditNote, { label: document })]),
    ];
    return {
      id,
      cells: {
        what: (
          <OrderItem name={reason || t(texts.refund)} details={more}>
            {isOpen(refund) &&
              canRetry &&
              ways.map(({ href, text }) => (
                <a key={href} href={href}>
                  {t(text)}
                </a>
              ))}
          </OrderItem>
        ),
        ...{ at: <time dateTime={at.toISOString()}>{date.format(at)}</time>, by, sum: money(amount) },
        state: <StateBadge tone={look.tone}>{t(look.text)}</StateBadge>,
      },
    };
  });
  const columns = [
    { id: 'what', title: t(texts.what), onPhone: 'title' },
    { id: 'at', title: t(texts.at) },
    { id: 'by', title: t(texts.by) },
    { id: 'state', title: t(texts.state), onPhone: 'badge' },
    { id: 'sum', title: t(texts.sum), align: 'end', onPhone: 'value' },
  ] as const;
  return <DataTable label={t(texts.table)} columns={columns} rows={rows} />;
}
