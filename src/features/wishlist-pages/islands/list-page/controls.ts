import { printHash } from '#features/wishlist-pages/contract.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { showToast } from '#platform/islands/browser/toast.ts';
import type { SlideshowTexts } from '#ui/browser/lightbox/slideshow.ts';
import { loadLightboxStyles } from '#ui/browser/load-style-sheet.ts';
import { showSuccess } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { pageChangedEvent } from './page-requests.ts';

const selectAllId = 'bulk_add_to_cart';
const bulkButtons = '[name=apply_bulk_actions], [name=add_selected_to_cart]';
const panels = '.wishlist-grid__item[open], .wishlist-menu[open]';

/** Handles controls that need no call: selection of rows, panels, slideshow, sharing and printing. */
export function watchControls(element: HTMLElement, signal: AbortSignal): void {
  const listen = <Type extends 'click' | 'change' | 'keydown'>(
    type: Type,
    handle: (target: Element, event: HTMLElementEventMap[Type]) => void,
  ) => element.addEventListener(type, (event) => handle(event.target as Element, event), { signal });
  const showState = () => {
    showSelection(element);
    for (const button of element.querySelectorAll<HTMLElement>('[data-share]')) button.hidden = !('share' in navigator);
  };

  element.addEventListener(pageChangedEvent, showState, { signal });
  showState();
  listen('change', (target) => {
    if (target instanceof HTMLInputElement && target.type === 'checkbox') {
      if (target.id === selectAllId) for (const box of findBoxes(element)) box.checked = target.checked;
      showSelection(element);
    }
    if (!(target instanceof HTMLSelectElement) || !target.matches('.wishlist-visibility')) return;
    // On the overview, a wishlist script that the shop brings along saves the privacy.
    if (readWishlistConfig().hasOtherScript && target.closest('.wishlist_manage_table')) return;
    target.form?.requestSubmit();
  });
  listen('click', (target) => {
    const button = target.closest<HTMLElement>('.copy-trigger, [data-share], [data-print], [data-slideshow]');
    const { copy, copied = '', share, shareTitle = '', slideshow } = button?.dataset ?? {};
    if (!button) return;
    if (slideshow !== undefined) void showPhotographs(element, JSON.parse(slideshow) as SlideshowTexts);
    else if (copy !== undefined) void copyLink(element, button, copy, copied);
    // `share` rejects when the shopper closes the system's dialog.
    else if (share !== undefined) void navigator.share({ url: share, title: shareTitle }).catch(() => {});
    else print();
  });
  // Keep only one panel open, until Escape or a click outside.
  document.addEventListener(
    'click',
    ({ target }) => {
      const isBuying = (target as Element).closest('.add_to_cart') !== null;
      for (const panel of element.querySelectorAll<HTMLDetailsElement>(panels))
        if (isBuying || !panel.contains(target as Node)) panel.open = false;
    },
    { signal },
  );
  listen('keydown', (_target, { key }) => {
    const panel = key === 'Escape' && element.querySelector<HTMLDetailsElement>(panels);
    if (!panel) return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  });
  ignoreDoubleClicks(element, signal);
  if (location.hash !== `#${printHash}`) return;
  // Remove the fragment, so that going back or reloading does not print again.
  history.replaceState(history.state, '', location.pathname + location.search);
  print();
}

const findBoxes = (element: HTMLElement): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>('.wishlist_table .product-checkbox input[type=checkbox]'),
];

/** Enables actions for selected rows only while a row is selected. */
function showSelection(element: HTMLElement): void {
  const boxes = findBoxes(element);
  const checked = boxes.filter((box) => box.checked).length;
  const selectAll = element.querySelector<HTMLInputElement>(`#${selectAllId}`);
  if (selectAll) {
    selectAll.checked = checked > 0 && checked === boxes.length;
    selectAll.indeterminate = checked > 0 && checked < boxes.length;
  }
  for (const button of element.querySelectorAll<HTMLButtonElement>(bulkButtons)) button.disabled = checked === 0;
}

async function showPhotographs(element: HTMLElement, texts: SlideshowTexts): Promise<void> {
  const photographs = [...element.querySelectorAll('.wishlist_table [data-row-id]')].flatMap((row) => {
    const picture = row.querySelector('.product-thumbnail :is(picture, img)');
    if (!picture) return [];
    const photograph = document.createElement('span');
    photograph.dataset.caption = row.querySelector('.wishlist-item__name')?.textContent ?? '';
    photograph.append(picture.cloneNode(true));
    return [photograph];
  });
  const [{ openSlideshow }] = await Promise.all([import('#ui/browser/lightbox/slideshow.ts'), loadLightboxStyles()]);
  openSlideshow(photographs, texts);
}

async function copyLink(element: HTMLElement, button: HTMLElement, url: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showSuccess(copied, button);
  } catch {
    // Without permission for the clipboard, select the link so that the shopper can copy it.
    const field = element.querySelector<HTMLInputElement>('.copy-target');
    if (!field) return void showToast({ kind: 'error', text: url, near: button });
    field.focus();
    field.select();
    announce(url);
  }
}

/**
 * Ignores the second click of a double click when the reply to the first one has moved another button below the
 * pointer, such as 'Delete' of the next list.
 */
function ignoreDoubleClicks(element: HTMLElement, signal: AbortSignal): void {
  let first = '';
  element.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>('button');
      const pressed = button ? describeButton(button) : '';
      // Clicks by keyboard have the detail 0.
      if (event.detail <= 1) first = pressed;
      else if (pressed !== first) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { signal, capture: true },
  );
}

/** Identifies a button by its purpose: morphing may reuse the element of one row for another row. */
function describeButton({ name, value, form, type }: HTMLButtonElement): string {
  const list = form?.querySelector<HTMLInputElement>('input[name="wishlist_id"]')?.value;
  return JSON.stringify([type, name, value, form?.getAttribute('action'), list]);
}
