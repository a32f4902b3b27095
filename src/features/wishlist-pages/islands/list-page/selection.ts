import { pageChangedEvent } from './page-requests.ts';

const boxes = '.wishlist_table .product-checkbox input[type=checkbox]';
const bulkButtons = '[name=apply_bulk_actions], [name=add_selected_to_cart]';

/** Select all, and actions that wait for a selected row. */
export function watchSelection(element: HTMLElement, signal: AbortSignal): void {
  const findBoxes = () => [...element.querySelectorAll<HTMLInputElement>(boxes)];
  const update = () => {
    const all = findBoxes();
    const checked = all.filter((box) => box.checked).length;
    const selectAll = element.querySelector<HTMLInputElement>('#bulk_add_to_cart');
    if (selectAll) {
      selectAll.checked = checked > 0 && checked === all.length;
      selectAll.indeterminate = checked > 0 && checked < all.length;
    }
    for (const button of element.querySelectorAll<HTMLButtonElement>(bulkButtons)) button.disabled = checked === 0;
  };
  element.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
      if (target.id === 'bulk_add_to_cart') for (const box of findBoxes()) box.checked = target.checked;
      update();
    },
    { signal },
  );
  element.addEventListener(pageChangedEvent, update, { signal });
  update();
}
