import { adminPath } from '#platform/admin/contract.ts';

/** Path of a private call that pages of the shop make for staff. */
export const adminBarPath = adminPath('bar');

/** Maximum number of ids of entries in one call. */
export const maxEntries = 50;

export interface AdminBarAnswer {
  readonly can_edit_pages: boolean;
  readonly html: string;
  /** The content of the page with marks of its reusable blocks. Empty when it has no such blocks. */
  readonly marked: string;
  /** A message for the console, shown where the browser requests reduced motion. */
  readonly reducedMotion: string;
}
