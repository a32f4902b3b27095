import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FieldRecord, ValuesOf } from '#platform/forms/field.ts';
import type { PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { Entry, EntryKind } from './save-entry.ts';

type Details = Readonly<Record<string, unknown>>;

/**
 * Additional data of entries of one kind, such as the author and the categories of a post. Stored with each revision.
 */
export interface EntryDetails<Own extends FieldRecord = FieldRecord> {
  readonly kind: EntryKind;
  readonly text: Text;
  readonly fields: (shop: Shop) => Own;
  /** Values of a new entry, and of fields that an older revision does not have. */
  readonly initial: ValuesOf<Own>;
  /** Renders the preview. Default: the page of any entry. */
  readonly renderPreview?: (shop: Shop, context: RenderContext, entry: Entry) => Promise<PageView>;
  /** Replaces ids with names that other shops understand. */
  readonly toNames?: (shop: Shop, db: Db, details: Details) => Promise<Details>;
  /** @returns a message that says what is wrong when names are unknown */
  readonly toIds?: (shop: Shop, db: Db, details: Details) => Promise<Details | string>;
}

/**
 * Additional data of entries of one kind, such as the author of a post: its fields, its preview, and its names in
 * files.
 */
export const entryDetails = definePort<EntryDetails>('content.details');

/** Defines the additional data of a kind for the port. */
export const defineEntryDetails = <const Own extends FieldRecord>(definition: EntryDetails<Own>): EntryDetails =>
  // This cast is safe: a definition passes the values of its fields to its own functions only.
  definition as unknown as EntryDetails;

export const findEntryDetails = (shop: Shop, kind: string): EntryDetails | null =>
  shop.implementations(entryDetails).find((each) => each.kind === kind) ?? null;

/** Reads stored details. Missing fields get their initial value, and fields that no longer exist are left out. */
export function readDetails(shop: Shop, kind: string, stored: Details | undefined): Details {
  const definition = findEntryDetails(shop, kind);
  if (!definition) return stored ?? {};
  const initial: Details = { ...definition.initial };
  return Object.fromEntries(Object.keys(initial).map((key) => [key, stored?.[key] ?? initial[key]]));
}
