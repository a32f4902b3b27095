import type { ReactNode } from 'react';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageResult } from '#platform/pages/page.ts';

/** What stands in the place of a placeholder. */
export interface PlacedContent {
  /** Null for nothing. */
  readonly node: ReactNode;
  /** Cache tags of the page. */
  readonly tags: readonly string[];
  /** When it changes by itself next, as of `PageView`. */
  readonly until: Date | null;
}

/** Something that the HTML of a page names as `[name id="5"]`. */
export interface Placeholder {
  /** Lower-case letters and `-`. */
  readonly name: string;
  /** Style sheet of the pages that have one. */
  readonly styles: NonNullable<Extract<PageResult, { readonly kind: 'page' }>['styles']>;
  /** Makes the function that renders those of one page, in their order, also for ids that are not known. */
  readonly create: (shop: Shop) => (id: number) => Promise<PlacedContent>;
}

/** What pages may contain besides text. */
export const placeholders = definePort<Placeholder>('information-pages.placeholders');
