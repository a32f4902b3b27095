import { mountSheetPlace } from '../sheets/browser/sheet-place.ts';

/** Pays in the sheet of Google. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  return mountSheetPlace(element);
}
