import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';

/**
 * Reason of a movement in the stock ledger (`order:17`, `stocktake`), with the member of staff who made it, if any.
 */
export type StockReference = string | { readonly text: string; readonly by: Author };

/** @returns values of the columns `reference` and `by_staff_id` */
export function toReferenceColumns(reference: StockReference): readonly [string, number | null] {
  return typeof reference === 'string' ? [reference, null] : [reference.text, toAuthorColumns(reference.by).byStaffId];
}
