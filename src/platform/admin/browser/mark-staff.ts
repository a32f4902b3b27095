import { staffMarker } from '../contract.ts';

/** Stores the mark by which pages of the shop recognize a browser of staff. */
export function markStaff(): void {
  try {
    if (document.querySelector('body.frame:not(.frame--closed)')) localStorage.setItem(staffMarker, '1');
  } catch {
    // The storage is forbidden: there is no admin bar.
  }
}
