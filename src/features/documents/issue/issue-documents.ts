import { getOrder, hasShipment, isAwaitingConfirmation, type Order } from '#features/orders/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import { type Author, type AuthorColumns, toAuthorColumns } from '#platform/sessions/author.ts';
import { enqueueDocumentMail } from '../emails/document-mail-job.ts';
import { findOrderDocuments, type IssuedDocument, issuedColumns } from '../find-documents.ts';
import type { DocumentKind } from '../paths.ts';
import { documentSettings } from '../settings.ts';
import { type DocumentSubject, prepareDocument, type UnnumberedDocument } from '../snapshot/create-snapshot.ts';

interface IssueInput {
  readonly orderId: number;
  readonly by: Author;
  /** Whether to issue the invoice of an order even if it is not due yet. */
  readonly force?: boolean;
}

export type IssueResult =
  /** `labels`: numbers of the documents that this call issued. */
  { readonly ok: true; readonly labels: readonly string[] } | Refusal<'ORDER_NOT_FOUND' | 'NOT_INVOICEABLE'>;

/**
 * Issues the documents of an order that are due and not issued yet: its invoice, then a credit note for each refund,
 * or for the invoice of a cancelled order. Idempotent. Each document has a transaction of its own, which locks only
 * the row of its series. The order is read again after each document, because it may be cancelled or paid meanwhile.
 */
export async function issueDocuments(shop: Shop, { orderId, by, force = false }: IssueInput): Promise<IssueResult> {
  const labels: string[] = [];
  const nothingToCredit = new Set<number>();
  for (;;) {
    const issued = await findOrderDocuments(shop.db, orderId);
    const order = await getOrder(shop.db, { id: orderId });
    if (!order) return { ok: false, code: 'ORDER_NOT_FOUND' };
    if (issued.length === 0 && !canBeInvoiced(order)) return { ok: false, code: 'NOT_INVOICEABLE' };
    const subject = await findNextSubject(shop, order, issued, { force, nothingToCredit });
    if (!subject) return { ok: true, labels };
    const document = await prepareDocument(shop, shop.db, order, subject);
    const refundId = getRefundId(subject);
    if (document.gross === 0 && refundId !== null) nothingToCredit.add(refundId);
    else labels.push(...(await issueDocument(shop, order, { subject, document, by, after: issued.at(-1)?.id ?? 0 })));
  }
}

interface DueFacts {
  readonly force: boolean;
  /** Ids of refunds that give back no part of the order. */
  readonly nothingToCredit: ReadonlySet<number>;
}

/** @param issued in the order of their issue */
async function findNextSubject(
  shop: Shop,
  order: Order,
  issued: readonly IssuedDocument[],
  { force, nothingToCredit }: DueFacts,
): Promise<DocumentSubject | null> {
  const invoice = issued.findLast(({ kind }) => kind === 'invoice') ?? null;
  const isCancelled = issued.some((each) => each.kind === 'credit-note' && each.cancelledInvoiceId === invoice?.id);
  if (!invoice || isCancelled) {
    const isDue = canBeInvoiced(order) && (force || (await isInvoiceDue(shop, order)));
    return isDue ? { kind: 'invoice', cancelled: invoice } : null;
  }
  if (order.status === 'cancelled') {
    const credited = issued.filter(({ id, refundId }) => id > invoice.id && refundId !== null);
    return { kind: 'credit-note', refund: null, credited, invoice };
  }
  const isCredited = (id: number) => nothingToCredit.has(id) || issued.some(({ refundId }) => refundId === id);
  const refund = order.refunds.find(({ id }) => !isCredited(id));
  return refund ? { kind: 'credit-note', refund, invoice } : null;
}

function getRefundId(subject: DocumentSubject): number | null {
  return subject.kind === 'credit-note' ? (subject.refund?.id ?? null) : null;
}

function getCancelledInvoiceId(subject: DocumentSubject): number | null {
  if (subject.kind === 'invoice') return subject.cancelled?.id ?? null;
  return subject.refund ? null : subject.invoice.id;
}

/** An order that may still end without a sale has no invoice. */
function canBeInvoiced(order: Order): boolean {
  const { status, paidAt, total } = order;
  if (total === 0) return false;
  const isAccepted = ['on-hold', 'processing', 'completed'].includes(status) && !isAwaitingConfirmation(order);
  return paidAt !== null || isAccepted;
}

async function isInvoiceDue(shop: Shop, { id, paidAt, completedAt }: Order): Promise<boolean> {
  const { issue } = shop.settings(documentSettings);
  if (issue === 'by-hand') return false;
  if (issue === 'paid') return paidAt !== null;
  return completedAt !== null || (await hasShipment(shop.db, id));
}

const addSeries = sqlQuery(
  'documents.add-series',
  'insert into document_series (series, last_number) values ($1, $2) on conflict (series) do nothing',
);

const lockSeries = sqlQuery<{ lastNumber: number }>(
  'documents.lock-series',
  'select last_number as "lastNumber" from document_series where series = $1 for update',
);

interface DocumentValues extends AuthorColumns, Pick<Order, 'currency'>, Pick<NewDocument, 'after'> {
  readonly orderId: number;
  readonly kind: DocumentKind;
  readonly refundId: number | null;
  readonly cancelledInvoiceId: number | null;
  readonly series: string;
  readonly number: number;
  readonly label: string;
  readonly gross: number;
  /** JSON. */
  readonly snapshot: string;
  readonly issuedAt: Date;
  readonly locale: string;
}

/**
 * Runs after the lock on the series, so that it sees the documents that other processes issued. `after`: id of the
 * newest known document.
 */
const insertDocument = namedQuery<DocumentValues, IssuedDocument>(
  'documents.insert-document',
  `with missing as (
    select 1 where not exists (select from documents where order_id = $orderId and id > $after)
  ), taken as (
    update document_series set last_number = $number where series = $series and exists (select from missing)
  )
  insert into documents (order_id, kind, refund_id, series, number, label, currency, total, snapshot, issued_at, by, cancelled_invoice_id, by_staff_id, locale)
  select $orderId, $kind, $refundId, $series, $number, $label, $currency, $gross, $snapshot, $issuedAt, $by, $cancelledInvoiceId, $byStaffId, $locale from missing
  returning ${issuedColumns}`,
);

interface NewDocument {
  readonly subject: DocumentSubject;
  readonly document: UnnumberedDocument;
  readonly by: Author;
  /** Id of the order's newest document that this document takes into account. */
  readonly after: number;
}

/** @returns the printed number; an empty list when another process was faster */
async function issueDocument(
  shop: Shop,
  order: Order,
  { subject, document, by, after }: NewDocument,
): Promise<string[]> {
  const { series, toLabel, first } = getSeries(shop, subject.kind);
  return inTransaction(shop.db, async (tx) => {
    const last = await lockLastNumber(tx, series, first);
    const label = toLabel(last + 1);
    const snapshot = document.number(label);
    const { locale, issuedAt } = snapshot;
    const [issued] = await insertDocument(tx, {
      ...{ orderId: order.id, currency: order.currency, kind: subject.kind, gross: document.gross, after },
      ...{ refundId: getRefundId(subject), cancelledInvoiceId: getCancelledInvoiceId(subject) },
      ...{ series, number: last + 1, label, snapshot: JSON.stringify(snapshot), locale, issuedAt: new Date(issuedAt) },
      ...toAuthorColumns(by),
    });
    if (!issued) return [];
    await enqueueDocumentMail(shop, tx, issued.id);
    return [issued.label];
  });
}

async function lockLastNumber(tx: Tx, series: string, first: number): Promise<number> {
  const [known] = await lockSeries(tx, [series]);
  if (known) return known.lastNumber;
  await addSeries(tx, [series, first - 1]);
  const [added] = await lockSeries(tx, [series]);
  if (!added) throw new Error(`the series ${series} was not added`);
  return added.lastNumber;
}

interface Series {
  readonly series: string;
  /** Number of the first document. */
  readonly first: number;
  readonly toLabel: (number: number) => string;
}

function getSeries(shop: Shop, kind: DocumentKind): Series {
  const { invoicePrefix, creditNotePrefix, digits, firstNumber } = shop.settings(documentSettings);
  const year = String(shop.clock.now().getUTCFullYear());
  const series = (kind === 'invoice' ? invoicePrefix : creditNotePrefix).replaceAll('{year}', year);
  return { series, first: firstNumber, toLabel: (number) => `${series}${String(number).padStart(digits, '0')}` };
}
