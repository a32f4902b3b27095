import { adminPath } from '#platform/admin/contract.ts';

/** The private call of pages of the shop, for staff. */
export const adminBarPath = adminPath('bar');

/** Ids of entries in one call. */
export const maxEntries = 50;

export interface AdminBarAnswer {
  readonly can_edit_pages: boolean;
  readonly html: string;
  /** The content of the page with marks of its reusable blocks. Empty: it has none. */
  readonly marked: string;
  /** A text for the console where the browser asks for reduced motion. */
  readonly reducedMotion: string;
}
