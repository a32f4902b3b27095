import { accountPath } from '#features/accounts/contract.ts';
import type { PopupTexts } from '#features/accounts/popup/popup.shared.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';
import { loadPopup, takePopupCode } from './account-link/load-popup.ts';

/** Updates the link by whether somebody is signed in. Opens the popup on a click, and by itself for a notice. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const link = element.querySelector('a');
  if (!link) return;
  const texts = JSON.parse(link.dataset.texts ?? '{}') as PopupTexts;
  const controller = new AbortController();
  const stop = privateState.subscribe(({ known, signedIn }) => {
    if (known) link.dataset.state = signedIn ? 'in' : 'out';
  });
  link.addEventListener('click', (event) => openPopupInsteadOfPage(event, link, texts), { signal: controller.signal });
  showNotice(link, texts);
  return () => {
    stop();
    controller.abort();
  };
}

function openPopupInsteadOfPage(event: MouseEvent, link: HTMLAnchorElement, texts: PopupTexts): void {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  // The pages of the account contain the sign-in forms themselves.
  if (!isPlain || link.dataset.state !== 'out' || location.pathname.startsWith(accountPath)) return;
  event.preventDefault();
  open(link, texts, null);
}

function open(link: HTMLAnchorElement, texts: PopupTexts, notice: string | null): void {
  loadPopup()
    .then(({ openPopup }) => openPopup(link.dataset.url ?? '', texts, notice))
    .catch(() => location.assign(link.href));
}

function showNotice(link: HTMLAnchorElement, texts: PopupTexts): void {
  const code = takePopupCode();
  if (code === null) return;
  if (code !== 'merged') open(link, texts, code);
  else
    loadPopup()
      .then(({ showMerged }) => showMerged(texts))
      .catch(() => {});
}
