import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A page of the shop that searches can find by its texts. */
export interface SearchablePage {
  readonly path: string;
  readonly title: string;
  /** Headings and main topics. Plain texts, which `text` contains as well. */
  readonly headings: readonly string[];
  /** Plain text. */
  readonly text: string;
}

export interface SearchablePages {
  /** Cache tags of the data that `list` reads, such as `content-texts`. */
  readonly tags: readonly string[];
  readonly list: (shop: Shop) => Promise<readonly SearchablePage[]>;
}

/** Pages without products that searches find by their texts. */
export const searchablePages = definePort<SearchablePages>('search.pages');
