import { announce } from '#platform/islands/browser/announce.ts';
import { showNote } from '../wishlist/note.ts';
import { pageChangedEvent } from './page-requests.ts';

/** Copies the link (spec 2.9/10), opens the system's sharing, prints; who can see a list is saved at once (spec 2.10/6). */
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
      target.form?.requestSubmit();
    },
    { signal },
  );
  element.addEventListener(pageChangedEvent, showShare, { signal });
  showShare();
}

async function copyLink(element: HTMLElement, button: HTMLElement): Promise<void> {
  const field = element.querySelector<HTMLInputElement>('.copy-target');
  if (!field) return;
  try {
    await navigator.clipboard.writeText(field.value);
    showNote({ kind: 'success', text: button.dataset.copied ?? '', near: button });
  } catch {
    // Without permission it can be copied by hand.
    field.focus();
    field.select();
    announce(field.value);
  }
}

async function share(url: string, title: string): Promise<void> {
  // Rejects when the shopper closes the system's dialog.
  await navigator.share({ url, title }).catch(() => {});
}
