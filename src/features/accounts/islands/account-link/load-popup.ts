import { popupHash } from '#features/accounts/contract.ts';
import popupStyles from '#features/accounts/popup/popup.sheet.css?url';
import { loadLightboxStyles, loadStyleSheet } from '#ui/browser/load-style-sheet.ts';

/** The popup with its styles: loaded on a click, and for a notice. */
export async function loadPopup() {
  const [{ openPopup, showMerged }] = await Promise.all([
    import('./open-popup.ts'),
    loadLightboxStyles(),
    loadStyleSheet(popupStyles),
  ]);
  return { openPopup, showMerged };
}

/** The code of a notice in the address, which is removed so that it shows once; null without one. */
export function takePopupCode(): string | null {
  const start = popupHash('');
  if (!location.hash.startsWith(start)) return null;
  const code = location.hash.slice(start.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
