import { printHash } from '#features/wishlist-pages/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { showNote } from '../wishlist/note.ts';
import { pageChangedEvent } from './page-requests.ts';

/** Copies the link, opens the system's sharing, prints; who can see a list is saved at once. */
export function watchSharing(element: HTMLElement, signal: AbortSignal): void {
  const showShare = () => {
    for (const button of element.querySelectorAll<HTMLElement>('[data-share]')) button.hidden = !('share' in navigator);
  };
  element.addEventListener(
    'click',
    ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('.copy-trigger, [data-share], [data-print]');
      if (!button) return;
      if (button.matches('.copy-trigger')) void copyLink(element, button);
      else if (button.dataset.share !== undefined) void share(button.dataset.share, button.dataset.shareTitle ?? '');
      else print();
    },
    { signal },
  );
  element.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLSelectElement) || !target.matches('.wishlist-visibility')) return;
      // A wishlist script that the shop brings along saves it there.
      if (readWishlistConfig().hasOtherScript && target.closest('.wishlist_manage_table')) return;
      target.form?.requestSubmit();
    },
    { signal },
  );
  element.addEventListener(pageChangedEvent, showShare, { signal });
  showShare();
  if (location.hash !== `#${printHash}`) return;
  // Going back or reloading prints no second time.
  history.replaceState(history.state, '', location.pathname + location.search);
  print();
}

async function copyLink(element: HTMLElement, button: HTMLElement): Promise<void> {
  const { copy: url = '', copied = '' } = button.dataset;
  try {
    await navigator.clipboard.writeText(url);
    showNote({ kind: 'success', text: copied, near: button });
  } catch {
    // Without permission it can be copied by hand.
    const field = element.querySelector<HTMLInputElement>('.copy-target');
    if (!field) return showNote({ kind: 'error', text: url, near: button });
    field.focus();
    field.select();
    announce(url);
  }
}

async function share(url: string, title: string): Promise<void> {
  // Rejects when the shopper closes the system's dialog.
  await navigator.share({ url, title }).catch(() => {});
}
