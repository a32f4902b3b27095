import { isOrderOfSubject } from '#features/orders/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { type PersonalDataSource, toSubjectValues } from '#platform/sessions/personal-data.ts';

const selectDocuments = sqlQuery<{
  orderNumber: number;
  label: string;
  kind: string;
  issuedAt: Date;
  snapshot: object;
}>(
  'documents.read-data',
  `select o.number as "orderNumber", d.label, d.kind, d.issued_at as "issuedAt", d.snapshot
  from documents d join orders o on o.id = d.order_id where ${isOrderOfSubject('$1', '$2')} order by d.id`,
);

/** Invoices are kept as they were issued, as the law requires. */
export const documentData: PersonalDataSource = {
  name: 'documents',
  read: (_shop, db, subject) => selectDocuments(db, toSubjectValues(subject)),
};
