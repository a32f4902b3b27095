import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { Synonym } from './synonyms/synonym.ts';

/** The searchable data of a product. Texts are plain. */
export interface SearchDocument {
  readonly productId: number;
  readonly name: string;
  /** SKUs and GTINs of the product and its variations, unchanged. */
  readonly codes: readonly string[];
  /** Names of its categories and their parents, brands, tags and attribute terms. */
  readonly labels: readonly string[];
  /** Its attribute terms, by the slugs of attribute and term: `glaze:ink`. */
  readonly terms: readonly string[];
  readonly text: string;
  readonly inStock: boolean;
  /** Quantity sold in the last `salesDays` days. */
  readonly sold: number;
}

export interface SearchQuery {
  /** The query as typed: any length, any characters. */
  readonly text: string;
  /** Slug; includes subcategories. */
  readonly category?: string | undefined;
  /** Locale of the category's slug. */
  readonly locale: string;
  /** At most 2,000. */
  readonly limit: number;
  /** Finds words of the query that are right, although no product may have them: those of the shop's pages. */
  readonly findKnownWords?: (() => Promise<readonly string[]>) | undefined;
}

export interface SearchResult {
  /** The best first. */
  readonly productIds: readonly number[];
  /** The corrected query in the catalogue's spelling; null when it was searched as typed. */
  readonly corrected: string | null;
  /** No product has all words; the results have some. */
  readonly isPartial: boolean;
}

export interface SuggestedProduct {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Current price in minor units, as the shop enters it; null: not for sale. */
  readonly min: number | null;
  readonly max: number | null;
  /** A grouped product: the shop shows the price of a set. */
  readonly isSet: boolean;
  readonly image: MediaRow | null;
}

/** A search engine. The default one uses PostgreSQL. */
export interface SearchEngine {
  readonly name: string;
  /** Suggestions while typing; must be fast. */
  suggest(db: Db, query: SearchQuery & { readonly now: Date }): Promise<readonly SuggestedProduct[]>;
  find(db: Db, query: SearchQuery): Promise<SearchResult>;
  /**
   * Saves new and changed products, some hundreds at a time. An external engine queues them here
   * and sends them by its own job.
   */
  saveDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void>;
  /** Removes products that must no longer be found. */
  removeDocuments(tx: Tx, productIds: readonly number[]): Promise<void>;
  /** Called after documents were saved or removed. */
  flush(db: Db): Promise<void>;
  /** Maintenance, run nightly and after many changes. */
  optimize(db: Db): Promise<void>;
}

/** Creates the engine. Called for each search and each batch of changes. The same array until synonyms change. */
export type CreateSearchEngine = (languages: readonly Language[], synonyms: readonly Synonym[]) => SearchEngine;

/** Creates the search engine; the last implementation in the list is used. */
export const searchEngine = definePort<CreateSearchEngine>('search.engine');

/** Languages with stemming. */
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
