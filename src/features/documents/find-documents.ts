import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { DocumentKind } from './paths.ts';
import type { DocumentSnapshot } from './snapshot/document-snapshot.ts';

export interface IssuedDocument {
  readonly id: number;
  readonly orderId: number;
  readonly kind: DocumentKind;
  readonly refundId: number | null;
  /** Id of the invoice that a credit note cancels, or that an invoice replaces. */
  readonly cancelledInvoiceId: number | null;
  /** The printed number. */
  readonly label: string;
  readonly currency: string;
  /** In minor units, positive for credit notes too. */
  readonly total: number;
  readonly issuedAt: Date;
}

export interface StoredDocument extends IssuedDocument {
  readonly snapshot: DocumentSnapshot;
}

/** Select list of a document as `IssuedDocument`. */
export const issuedColumns =
  'id, order_id as "orderId", kind, refund_id as "refundId", cancelled_invoice_id as "cancelledInvoiceId", label, currency, total, issued_at as "issuedAt"';

const selectOfOrder = sqlQuery<IssuedDocument>(
  'documents.list-of-order',
  `select ${issuedColumns} from documents where order_id = $1 order by id`,
);

/** Returns documents in the order of their issue. */
export function findOrderDocuments(db: Db, orderId: number): Promise<IssuedDocument[]> {
  return selectOfOrder(db, [orderId]);
}

const storedColumns = `${issuedColumns}, snapshot`;

const selectById = sqlQuery<StoredDocument>(
  'documents.find-by-id',
  `select ${storedColumns} from documents where id = $1`,
);
const selectByLabel = sqlQuery<StoredDocument>(
  'documents.find-by-label',
  `select ${storedColumns} from documents where label = $1`,
);

export async function findDocument(
  db: Db,
  key: { readonly id: number } | { readonly label: string },
): Promise<StoredDocument | null> {
  const [found] = await ('id' in key ? selectById(db, [key.id]) : selectByLabel(db, [key.label]));
  return found ?? null;
}

export interface ListedDocument extends IssuedDocument {
  readonly orderNumber: number;
}

const selectNewest = sqlQuery<ListedDocument>(
  'documents.list-newest',
  `select d.id, d.order_id as "orderId", d.kind, d.refund_id as "refundId", d.cancelled_invoice_id as "cancelledInvoiceId", d.label,
    d.currency, d.total, d.issued_at as "issuedAt", o.number as "orderNumber"
  from documents d join orders o on o.id = d.order_id order by d.issued_at desc, d.id desc limit $1 offset $2`,
);

/**
 * Returns the newest documents first.
 * @param page from 1
 */
export function listDocuments(db: Db, page: number, perPage: number): Promise<ListedDocument[]> {
  return selectNewest(db, [perPage, (page - 1) * perPage]);
}
