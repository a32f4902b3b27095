import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { createOrderLink, type OrderSubject, orderRecord } from '#features/orders/index.ts';
import { extendRecord } from '#platform/admin/records/extend-record.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { formatMoney } from '#platform/money/money.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import { documentPath, packingSlipPath } from '../paths.ts';
import { documentTexts as texts } from '../texts.ts';

const kinds = { invoice: texts.invoice, 'credit-note': texts.creditNote } as const;

const orderDocumentsPanel = definePanel({
  ...{ id: 'documents', title: texts.documents, column: 'side', requires: 'documents.read' },
  data: (
    _shop,
    id,
  ) => sql`select coalesce(json_agg(json_build_object('kind', d.kind, 'label', d.label, 'total', d.total,
    'currency', d.currency, 'at', d.issued_at) order by d.id), '[]') from documents d where d.order_id = ${id}`,
  schema: z.array(
    z.strictObject({
      ...{
        kind: z.enum(['invoice', 'credit-note']),
        label: z.string(),
        total: z.int(),
        currency: z.string(),
        at: jsonMoment,
      },
    }),
  ),
  render: (shop, order: OrderSubject, documents) => {
    const { t, choices } = shop;
    const canPack = order.status === 'processing' && (order.shipment === 'unshipped' || order.shipment === 'partly');
    if (documents.length === 0 && !canPack) return null;
    const date = getDateFormat(choices.locale, { dateStyle: 'medium' });
    // Add the order's key to the link, because staff do not have its cookie.
    const link = (path: string) => createOrderLink(shop, order, path);
    return (
      <ul className="order-list">
        {documents.map(({ kind, label, total, currency, at }) => (
          <li key={label}>
            <a href={link(`${documentPath(order.token, label)}.pdf`)}>
              {t(texts.titleWithNumber, { kind: t(kinds[kind]), number: label })}
            </a>{' '}
            <span className="order-muted">
              {formatMoney({ amount: total, currency }, choices.locale)} · {date.format(at)}
            </span>
          </li>
        ))}
        {canPack && (
          <li>
            <a href={link(`${packingSlipPath(order.token)}.pdf`)}>{t(texts.packingSlip)}</a>
          </li>
        )}
      </ul>
    );
  },
});

export const documentsOfOrder = extendRecord(orderRecord, { panels: [orderDocumentsPanel] });
