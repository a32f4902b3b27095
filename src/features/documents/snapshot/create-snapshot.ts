import { formatAddress } from '#features/addresses/index.ts';
import {
  formatPaidWith,
  loadPaymentFacts,
  type Order,
  type OrderPaymentFacts,
  orderPath,
  type Refund,
} from '#features/orders/index.ts';
import { pricingSettings } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { findDocument, type IssuedDocument, type StoredDocument } from '../find-documents.ts';
import { buyerLines } from '../ports.ts';
import { findWordmark, listSeller } from '../seller.ts';
import { documentSettings } from '../settings.ts';
import { documentTexts as texts } from '../texts.ts';
import { type DocumentParts, listOrderParts, listRefundParts, listUncreditedParts } from './document-lines.ts';
import type { DocumentLabels, DocumentSnapshot, Fact } from './document-snapshot.ts';
import { findOrderTaxes, findRefundedParts, findShipmentDate } from './find-parts.ts';

export type DocumentSubject =
  /** `cancelled`: the invoice that the new invoice replaces. */
  | { readonly kind: 'invoice'; readonly cancelled: IssuedDocument | null }
  | { readonly kind: 'credit-note'; readonly refund: Refund; readonly invoice: IssuedDocument }
  /** Credit note for a cancelled order. `credited`: earlier credit notes for refunds of the invoice. */
  | {
      readonly kind: 'credit-note';
      readonly refund: null;
      readonly credited: readonly IssuedDocument[];
      readonly invoice: IssuedDocument;
    };

export interface UnnumberedDocument {
  /** In minor units. */
  readonly gross: number;
  /** @param label the printed number */
  number(label: string): DocumentSnapshot;
}

/**
 * Formats everything that a document shows except its number, in the order's language. Done before the lock on the
 * series, to keep that lock short.
 */
export async function prepareDocument(
  { inLocale }: Pick<Shop, 'inLocale'>,
  db: Db,
  order: Order,
  subject: DocumentSubject,
): Promise<UnnumberedDocument> {
  const shop = inLocale(order.locale);
  const context = shop.renderContext(orderPath(order.token));
  const { t, locale, now } = context;
  const parts = await loadParts(context, db, order, subject);
  const payment = await loadPaymentFacts(shop, db, order);
  const facts = await listFacts(context, db, { order, payment, subject });
  const sum = (get: (line: DocumentParts['lines'][number]) => number) =>
    parts.lines.reduce((total, line) => total + get(line), 0);
  const gross = sum((line) => line.gross);
  const title = t(subject.kind === 'invoice' ? texts.invoice : texts.creditNote);
  return {
    gross,
    number: (label) => ({
      version: 1,
      kind: subject.kind,
      title: t(texts.titleWithNumber, { kind: title, number: label }),
      issuedAt: now.toISOString(),
      locale,
      currency: order.currency,
      labels: createLabels(t, subject),
      wordmark: findWordmark(shop),
      seller: listSeller(shop),
      buyer: listBuyer(shop, order, locale),
      shipTo: order.delivery ? formatAddress(order.delivery, locale) : [],
      facts: [{ label: t(texts.number), value: label }, ...facts],
      ...parts,
      net: sum((line) => line.net),
      tax: sum((line) => line.tax),
      gross,
      notes: listNotes(shop, order, subject),
    }),
  };
}

async function loadParts(
  context: RenderContext,
  db: Db,
  order: Order,
  subject: DocumentSubject,
): Promise<DocumentParts> {
  if (subject.kind === 'invoice') return listOrderParts(context, order, await findOrderTaxes(db, [order.id]));
  if (subject.refund) return listRefundParts(context, order, await findRefundedParts(db, [subject.refund.id]));
  const credited: StoredDocument[] = [];
  for (const document of subject.credited) credited.push(await readDocument(db, document));
  return listUncreditedParts(context, order, (await readDocument(db, subject.invoice)).snapshot, credited);
}

async function readDocument(db: Db, { id, label }: IssuedDocument): Promise<StoredDocument> {
  const found = await findDocument(db, { id });
  if (!found) throw new Error(`the document ${label} is gone`);
  return found;
}

interface FactSources {
  readonly order: Order;
  readonly payment: OrderPaymentFacts;
  readonly subject: DocumentSubject;
}

async function listFacts(
  { t, now }: RenderContext,
  db: Db,
  { order, payment: facts, subject }: FactSources,
): Promise<Fact[]> {
  const formatDate = (date: Date) => t(texts.date, { date });
  const { paidAt, dueAt } = order;
  const { transactions, refundDays } = facts;
  const method = formatPaidWith(order, facts);
  const fact = (label: string, value: string): Fact[] => (value === '' ? [] : [{ label, value }]);
  const paidWith = fact(t(texts.transaction), transactions.join(', '));
  const shared = [
    ...fact(t(texts.issuedOn), formatDate(now)),
    ...fact(t(texts.order), String(order.number)),
    ...fact(t(texts.orderedOn), formatDate(order.createdAt)),
  ];
  if (subject.kind === 'credit-note') {
    const { invoice, refund } = subject;
    const reason = refund ? refund.reason : t(texts.orderCancelled);
    const given = refundDays === null ? method : t(texts.refundedWithin, { method, days: refundDays });
    const arrival = refund?.isCarried ? t(texts.carriedOver) : given;
    return [
      ...shared,
      ...fact(t(texts.forInvoice), invoice.label),
      ...fact(t(texts.reason), reason),
      ...(refund ? [...fact(t(texts.payment), arrival), ...paidWith] : []),
    ];
  }
  const shippedAt = await findShipmentDate(db, order.id);
  const payment = paidAt
    ? t(texts.paidOn, { method, date: formatDate(paidAt) })
    : dueAt
      ? t(texts.dueOn, { method, date: formatDate(dueAt) })
      : method;
  return [
    ...shared,
    ...(shippedAt ? fact(t(texts.suppliedOn), formatDate(shippedAt)) : []),
    ...fact(t(texts.payment), payment),
    ...paidWith,
  ];
}

function listBuyer(shop: Shop, order: Order, locale: string): string[] {
  const address = order.billing ? formatAddress(order.billing, locale) : [];
  const more = shop.implementations(buyerLines).flatMap((listLines) => listLines(shop, order));
  return [...address, ...more, order.email];
}

function listNotes(shop: Shop, order: Order, { kind }: DocumentSubject): string[] {
  const { paymentTerms, footer } = shop.settings(documentSettings);
  const terms = kind === 'invoice' && !order.paidAt ? paymentTerms : '';
  return [formatUntaxed(shop, order), terms, footer].filter((text) => text !== '');
}

function formatUntaxed({ t, settings }: Shop, { untaxedReason, lines }: Order): string {
  switch (untaxedReason) {
    case null:
      return '';
    case 'not-charged':
      return settings(pricingSettings).taxes.notChargedText;
    case 'exempt':
      return t(texts.untaxedExempt);
    case 'zero-rate':
      return t(texts.untaxedZeroRate);
    case 'not-taxable':
      return t(texts.untaxedItems);
    case 'reverse-charge': {
      const kinds = [
        ...(lines.some(({ virtual }) => !virtual) ? [t(texts.untaxedGoods)] : []),
        ...(lines.some(({ virtual }) => virtual) ? [t(texts.untaxedServices)] : []),
      ];
      return kinds.join(' ');
    }
    case 'outside-area':
      return t(texts.untaxedOutside);
    case 'no-rate':
      return t(texts.untaxedNoRate);
  }
}

function createLabels(t: Translate, { kind }: DocumentSubject): DocumentLabels {
  return {
    seller: t(texts.seller),
    buyer: t(texts.buyer),
    shipTo: t(texts.shipTo),
    item: t(texts.item),
    quantity: t(texts.quantity),
    unitPrice: t(texts.unitPrice),
    taxRate: t(texts.taxRate),
    amountNet: t(texts.amountNet),
    discount: t(texts.discount, { amount: '{amount}' }),
    taxSummary: t(texts.taxSummary),
    taxBase: t(texts.taxBase),
    tax: t(texts.tax),
    notTaxed: t(texts.notTaxed),
    net: t(texts.net),
    total: t(kind === 'invoice' ? texts.total : texts.creditTotal),
  };
}
