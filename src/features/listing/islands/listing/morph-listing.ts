import { morphFragment } from '#platform/fragments/browser/morph.ts';
import { runTransition } from '#ui/browser/view-transition.ts';

const transitionName = 'listing';

/**
 * Shows the results and filters of `next` in the listing. Focus, opened groups and input that was not sent stay.
 * The filters may be in a dialog.
 * @returns when the list is shown: false when one of the two has filters and the other has none: load the page then
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

/** With ids a product or a value is recognised in its new place. */
function setIds(part: Element): void {
  for (const input of part.querySelectorAll<HTMLInputElement>('.check > input')) {
    input.id = `filter-${input.name}-${input.value}`;
  }
  for (const button of part.querySelectorAll<HTMLElement>('.product-card [data-quick-view]')) {
    const card = button.closest('.product-card');
    if (card) card.id = `card-${button.dataset.quickView}`;
  }
}
