import { z } from 'zod';
import { maxItemQuantity, maxMergedNoteLength } from '#features/wishlists/index.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import {
  bulkActionsField,
  type ListLayout,
  listLayouts,
  listTokenId,
  maxRowsOfPage,
  maxShownLength,
  parseShownRows,
  type ShownRow,
  shownField,
} from '../contract.ts';

/** Values of a row in the submitted form. Null when a value was not submitted. */
export interface SubmittedRow {
  readonly itemId: number;
  readonly isSelected: boolean;
  readonly quantity: number | null;
  /** Line breaks are LF. */
  readonly note: string | null;
  /** Values of the row as the form was rendered. Null when the form does not contain them. */
  readonly shown: ShownRow | null;
  readonly destination: string | null;
}

export type ListAction =
  | { readonly kind: 'save' }
  /** An action for selected rows was submitted without choosing it. */
  | { readonly kind: 'noAction' }
  /** A row was to be moved without choosing a list. */
  | { readonly kind: 'noDestination'; readonly itemId: number }
  | { readonly kind: 'remove' | 'addToCart'; readonly itemIds: readonly number[] }
  | { readonly kind: 'addAllToCart' }
  | { readonly kind: 'move'; readonly itemIds: readonly number[]; readonly destination: string }
  | { readonly kind: 'up' | 'down'; readonly itemId: number };

export interface SubmittedList {
  readonly token: string;
  /** From 1. */
  readonly page: number;
  /** Null for the shop's default layout. */
  readonly layout: ListLayout | null;
  readonly rows: readonly SubmittedRow[];
  readonly action: ListAction;
}

const rowField = /^items\[([1-9]\d{0,14})\]\[(selected|quantity|note|destination)\]$/;
const tokenPattern = /^[\w-]{22}$/;
const layoutSchema = z.enum(listLayouts).nullable().catch(null);
const idSchema = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Maximum number of characters of a value: a note with CR LF as line breaks, or the value of `shownField`. */
const maxValueLength = Math.max(2 * maxMergedNoteLength, maxShownLength);
const valueSchema = z.string().max(maxValueLength);

/** Limits fields to four for each row of a page, and some of the form itself. */
const fieldsSchema = z
  .record(z.string().max(60), z.union([valueSchema, z.array(valueSchema).max(20)]))
  .refine((fields) => Object.keys(fields).length <= maxRowsOfPage * 4 + 50, { error: 'too many fields' });

/** Reads the form of a list's page. The pressed button determines the action besides saving the rows. */
export const listForm = fieldsSchema.transform((fields, context): SubmittedList => {
  const read = (name: string) => [fields[name]].flat().at(-1);
  const token = read(listTokenId) ?? '';
  if (!tokenPattern.test(token)) {
    context.addIssue({ code: 'custom', path: [listTokenId], message: 'expected the token of a list' });
    return z.NEVER;
  }
  const rows = readRows(fields, parseShownRows(read(shownField) ?? ''));
  const layout = layoutSchema.parse(read('view'));
  return { token, page: Number(read('page')) || 1, layout, rows, action: readAction(read, rows) };
});

function readRows(fields: z.infer<typeof fieldsSchema>, shown: readonly ShownRow[]): SubmittedRow[] {
  const shownById = new Map(shown.map((row) => [row.itemId, row]));
  const byId = new Map<number, Record<string, string>>();
  for (const [name, value] of Object.entries(fields)) {
    const [, id, field = ''] = rowField.exec(name) ?? [];
    if (id === undefined) continue;
    const row = byId.get(Number(id)) ?? {};
    row[field] = [value].flat().at(-1) ?? '';
    byId.set(Number(id), row);
  }
  return [...byId].map(([itemId, { selected, quantity, note, destination }]) => ({
    ...{ itemId, isSelected: selected !== undefined, quantity: readQuantity(quantity) },
    note: note === undefined ? null : normaliseText(note),
    shown: shownById.get(itemId) ?? null,
    destination: destination !== undefined && tokenPattern.test(destination) ? destination : null,
  }));
}

function readQuantity(text: string | undefined): number | null {
  const quantity = Number(text ?? '');
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxItemQuantity ? quantity : null;
}

function readAction(read: (name: string) => string | undefined, rows: readonly SubmittedRow[]): ListAction {
  const selected = rows.filter(({ isSelected }) => isSelected).map(({ itemId }) => itemId);
  const readId = (name: string) => idSchema.safeParse(read(name)).data;
  for (const kind of ['up', 'down'] as const) {
    const itemId = readId(kind);
    if (itemId !== undefined) return { kind, itemId };
  }
  const removed = readId('remove');
  if (removed !== undefined) return { kind: 'remove', itemIds: [removed] };
  const bought = readId('add_to_cart');
  if (bought !== undefined) return { kind: 'addToCart', itemIds: [bought] };
  const moved = readId('move');
  if (moved !== undefined) {
    const destination = rows.find(({ itemId }) => itemId === moved)?.destination;
    return destination ? { kind: 'move', itemIds: [moved], destination } : { kind: 'noDestination', itemId: moved };
  }
  if (read('add_all_to_cart') !== undefined) return { kind: 'addAllToCart' };
  if (read('add_selected_to_cart') !== undefined) return { kind: 'addToCart', itemIds: selected };
  return read('apply_bulk_actions') === undefined
    ? { kind: 'save' }
    : readBulkAction(read(bulkActionsField) ?? '', selected);
}

function readBulkAction(value: string, itemIds: readonly number[]): ListAction {
  if (value === 'add_to_cart') return { kind: 'addToCart', itemIds };
  if (value === 'delete') return { kind: 'remove', itemIds };
  const destination = /^move:([\w-]{22})$/.exec(value)?.[1];
  return destination === undefined ? { kind: 'noAction' } : { kind: 'move', itemIds, destination };
}
