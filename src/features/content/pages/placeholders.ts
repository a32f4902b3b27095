import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageSheet } from '#platform/pages/page.ts';

/** Content that replaces a placeholder. */
export interface PlacedContent {
  /** Null shows nothing. */
  readonly node: ReactNode;
  /** Cache tags of the page. */
  readonly tags: readonly string[];
  /** The next moment at which the content changes by itself, as in `PageView`. Null: never. */
  readonly until: Date | null;
  /** Style sheets of the page, in addition to that of the placeholder. */
  readonly styles?: readonly PageSheet[];
}

/** Content that HTML written by staff can include as `[name id="5"]`. */
export interface Placeholder {
  /** Lower-case letters and `-`. */
  readonly name: string;
  /** Style sheet of the pages that have such a placeholder. Null: the style sheets depend on the content. */
  readonly styles: PageSheet | null;
  /**
   * Creates the function that renders the placeholders of one page, in their order. It is also called for unknown
   * ids.
   * @param pageId id of the page's record, such as a product
   */
  readonly create: (shop: Shop, pageId?: number) => (id: number) => Promise<PlacedContent>;
}

/** Placeholders that HTML written by staff may contain, in pages and in descriptions. */
export const placeholders = definePort<Placeholder>('content.placeholders');
