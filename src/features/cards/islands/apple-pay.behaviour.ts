import { mountSheetPlace } from '../sheets/browser/sheet-place.ts';

export function behaviour(element: HTMLElement): (() => void) | undefined {
  return mountSheetPlace(element);
}
