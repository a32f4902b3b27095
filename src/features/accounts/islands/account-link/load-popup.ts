import { popupHash } from '#features/accounts/contract.ts';
import popupStyles from '#features/accounts/popup/popup.sheet.css?url';
import { loadLightboxStyles, loadStyleSheet } from '#ui/browser/load-style-sheet.ts';

export async function loadPopup() {
  const [{ openPopup, showMerged }] = await Promise.all([
    import('./open-popup.ts'),
    loadLightboxStyles(),
    loadStyleSheet(popupStyles),
  ]);
  return { openPopup, showMerged };
}

/**
 * Returns the code of the notice in the page's address, or null. Removes it from the address so that the notice shows
 * once.
 */
export function takePopupCode(): string | null {
  const start = popupHash('');
  if (!location.hash.startsWith(start)) return null;
  const code = location.hash.slice(start.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
