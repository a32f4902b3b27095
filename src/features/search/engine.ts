import type { Db, Tx } from '#platform/database/database.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { MediaRow } from '#platform/media/media.ts';

/** All that an engine is told of a product. Texts are plain. */
export interface SearchDocument {
  readonly productId: number;
  readonly name: string;
  /** SKUs and GTINs of the product and its variations, as they are written. */
  readonly codes: readonly string[];
  /** Names of its categories and those above, brands, tags and attribute terms. */
  readonly labels: readonly string[];
  readonly text: string;
  readonly inStock: boolean;
  /** Pieces sold lately. */
  readonly sold: number;
}

export interface SearchQuery {
  /** As it was typed: of any length and with anything in it. */
  readonly text: string;
  /** Slug: only products of this category and those below it. */
  readonly category?: string | undefined;
  /** At most 2,000. */
  readonly limit: number;
}

export interface SearchResult {
  /** The best first. */
  readonly productIds: readonly number[];
  /** What was looked for instead, in the catalogue's own spelling; null when it was what was typed. */
  readonly corrected: string | null;
  /** Nothing has all the words; these have some. */
  readonly isPartial: boolean;
}

export interface SuggestedProduct {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Minor units now; null: not for sale. */
  readonly min: number | null;
  readonly max: number | null;
  readonly image: MediaRow | null;
}

/** Finds products by what people type. The first is made of PostgreSQL's own means. */
export interface SearchEngine {
  readonly name: string;
  /** While somebody types, where every millisecond counts. */
  suggest(db: Db, query: SearchQuery & { readonly now: Date }): Promise<readonly SuggestedProduct[]>;
  find(db: Db, query: SearchQuery): Promise<SearchResult>;
  /** New and changed products, some hundreds at a time. An engine elsewhere notes them here and sends them by a job of its own. */
  saveDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void>;
  /** Those that may not be found any more. */
  removeDocuments(tx: Tx, productIds: readonly number[]): Promise<void>;
  /** After some were put or removed. */
  flush(db: Db): Promise<void>;
  /** Once a night, and after many changes: whatever is cheaper done for all products together. */
  optimize(db: Db): Promise<void>;
}

/** The engine that the shop searches with: the last one in the list. */
export const searchEngine = defineSlot<{ readonly languages: readonly Language[] }, SearchEngine>('search.engine');

/** Languages whose plurals and other forms the search knows. */
export const languages = [
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'italian',
  'norwegian',
  'portuguese',
  'spanish',
  'swedish',
] as const;
export type Language = (typeof languages)[number];
