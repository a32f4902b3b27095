import { morphFragment } from '#platform/fragments/browser/morph.ts';
import { runTransition } from '#ui/browser/view-transition.ts';

const transitionName = 'listing';

/**
 * Replaces the results and filters of the listing with those of `next`. Keeps focus, opened groups and input that was
 * not submitted. The filters may be in a dialog.
 * @returns false when only one of both listings has filters, so that the page must be loaded; resolves when the list
 * is shown
 */
export async function morphListing(
  listing: HTMLElement,
  form: HTMLFormElement | null,
  next: HTMLElement,
): Promise<boolean> {
  const nextForm = next.querySelector('form.filters');
  const list = listing.querySelector<HTMLElement>('.listing__list');
  const nextList = next.querySelector('.listing__list');
  if (!list || !nextList || (form === null) !== (nextForm === null)) return false;
  const focused = document.activeElement;
  for (const part of [list, nextList, form, nextForm]) if (part) setIds(part);
  if (form && nextForm) morphFragment(form, nextForm.innerHTML);
  await runTransition(list, transitionName, () => {
    morphFragment(list, nextList.innerHTML);
    if (focused && focused !== document.body && !focused.isConnected) focusCount(list);
  });
  return true;
}

const focusCount = (list: HTMLElement) =>
  list.querySelector<HTMLElement>('.listing-bar__count')?.focus({ preventScroll: true });

/** Sets ids, by which products and filter values are matched at their new positions. */
function setIds(part: Element): void {
  for (const input of part.querySelectorAll<HTMLInputElement>('.check > input')) {
    input.id = `filter-${input.name}-${input.value}`;
  }
  for (const button of part.querySelectorAll<HTMLElement>('.product-card [data-quick-view]')) {
    const card = button.closest('.product-card');
    if (card) card.id = `card-${button.dataset.quickView}`;
  }
}
