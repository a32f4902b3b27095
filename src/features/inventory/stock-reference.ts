import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';

/** What a movement of the stock ledger is for (`order:17`, `stocktake`), and who of the staff made it, if somebody did. */
export type StockReference = string | { readonly text: string; readonly by: Author };

/** @returns values of the columns `reference` and `by_staff_id` */
export function toReferenceColumns(reference: StockReference): readonly [string, number | null] {
  return typeof reference === 'string' ? [reference, null] : [reference.text, toAuthorColumns(reference.by).byStaffId];
}
