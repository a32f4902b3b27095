import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageSheet } from '#platform/pages/page.ts';

/** What stands in the place of a placeholder. */
export interface PlacedContent {
  /** Null for nothing. */
  readonly node: ReactNode;
  /** Cache tags of the page. */
  readonly tags: readonly string[];
  /** When it changes by itself next, as of `PageView`. */
  readonly until: Date | null;
  /** Style sheets of the page, besides that of the placeholder. */
  readonly styles?: readonly PageSheet[];
}

/** Something that the shop's HTML names as `[name id="5"]`. */
export interface Placeholder {
  /** Lower-case letters and `-`. */
  readonly name: string;
  /** Style sheet of the pages that have one. Null: it depends on what is placed. */
  readonly styles: PageSheet | null;
  /**
   * Makes the function that renders those of one page, in their order, also for ids that are not known.
   * @param pageId number of the page's entry, such as a product
   */
  readonly create: (shop: Shop, pageId?: number) => (id: number) => Promise<PlacedContent>;
}

/** What the shop's HTML may contain besides text: on pages, in descriptions. */
export const placeholders = definePort<Placeholder>('content.placeholders');
