import { mountSheetPlace } from '../sheets/browser/sheet-place.ts';

/** Pays in the sheet of Apple. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  return mountSheetPlace(element);
}
