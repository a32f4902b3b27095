import type { Db, Tx } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { Synonym } from './synonyms/synonym.ts';

/** The searchable data of a product. Texts are plain text. */
export interface SearchDocument {
  readonly productId: number;
  readonly name: string;
  /** SKUs and GTINs of the product and its variations, unchanged. */
  readonly codes: readonly string[];
  /** Names of the product's categories and their ancestors, brands, tags and attribute terms. */
  readonly labels: readonly string[];
  /** The product's attribute terms, by the slugs of attribute and term: `glaze:ink`. */
  readonly terms: readonly string[];
  readonly text: string;
  readonly inStock: boolean;
  /** Quantity sold in the last `salesDays` days. */
  readonly sold: number;
}

export interface SearchQuery {
  /** The query as typed: any length, any characters. */
  readonly text: string;
  /** Slug of a category; its subcategories are included. */
  readonly category?: string | undefined;
  /** Locale of the category's slug. */
  readonly locale: string;
  /** Most results, at most 2,000. */
  readonly limit: number;
  /**
   * Finds words of the query that need no correction although no product may have them: words of the shop's pages.
   */
  readonly findKnownWords?: (() => Promise<readonly string[]>) | undefined;
}

export interface SearchResult {
  /** Sorted by relevance, the best match first. */
  readonly productIds: readonly number[];
  /** The corrected query in the catalogue's spelling; null when the query was searched as typed. */
  readonly corrected: string | null;
  /** True when no product has all words: the results have some of the words. */
  readonly isPartial: boolean;
}

export interface SuggestedProduct {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Lowest current price in minor units as entered by the shop; null when the product is not for sale. */
  readonly min: number | null;
  readonly max: number | null;
  /** True for a grouped product: the shop replaces the price by that of the set. */
  readonly isSet: boolean;
  readonly image: MediaRow | null;
}

/** A search engine. The default engine uses PostgreSQL. */
export interface SearchEngine {
  readonly name: string;
  /** Finds suggestions while a shopper types; must be fast. */
  suggest(db: Db, query: SearchQuery & { readonly now: Date }): Promise<readonly SuggestedProduct[]>;
  find(db: Db, query: SearchQuery): Promise<SearchResult>;
  /**
   * Saves new and changed products, some hundreds at a time. An external engine queues the documents here and sends
   * them by its own job.
   */
  saveDocuments(tx: Tx, documents: readonly SearchDocument[]): Promise<void>;
  /** Removes products that must no longer be found. */
  removeDocuments(tx: Tx, productIds: readonly number[]): Promise<void>;
  /** Called after documents were saved or removed. */
  flush(db: Db): Promise<void>;
  /** Maintains the index. Called nightly and after many changes. */
  optimize(db: Db): Promise<void>;
}

/**
 * Creates the engine. Called for each search and each batch of changes. The array of synonyms stays the same object
 * until the synonyms change.
 */
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
