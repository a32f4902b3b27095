import { getFormId } from '#features/product-form/contract.ts';
import { addPopupPath } from '#features/wishlist-pages/contract.ts';
import { getWishlistPath, type ListedItem, wishlistPath } from '#features/wishlists/contract.ts';
import { readWishlistConfig } from './config.ts';
import { findListById, wishlistState } from './state.ts';

interface ButtonOptions {
  readonly product_id: number;
  readonly parent_product_id?: number;
  readonly product_type: string;
  readonly name: string;
  readonly place: 'form' | 'card' | 'gallery';
  /** The list whose rows the button shows. Default: rows of all lists. */
  readonly wishlist_id?: number;
}

const findBlocks = (): NodeListOf<HTMLElement> =>
  document.querySelectorAll('.wishlist-fragment[data-fragment-ref][data-fragment-options]');

const readOptions = ({ dataset }: HTMLElement): ButtonOptions =>
  JSON.parse(dataset.fragmentOptions ?? '{}') as ButtonOptions;

/** Returns the id of the block's product, whichever variation is chosen. */
export function getProductId(block: HTMLElement): number {
  const { product_id: id, parent_product_id: parentId = id } = readOptions(block);
  return parentId;
}

export function findRow(block: HTMLElement): ListedItem | undefined {
  const { product_id: id, wishlist_id: listId } = readOptions(block);
  return wishlistState
    .get()
    .items.find(
      ([productId, variationId, , ofList]) =>
        (variationId === id || productId === id) && (listId === undefined || listId === ofList),
    );
}

/** Finds the form of the block's product: around the block or, for a block in the gallery, beside it. */
export function findProductForm(block: HTMLElement): HTMLFormElement | null {
  const form = readOptions(block).place === 'gallery' && document.getElementById(getFormId(getProductId(block)));
  return form instanceof HTMLFormElement ? form : block.closest('form');
}

export function showStates(): void {
  for (const block of findBlocks()) showState(block);
}

/**
 * Shows whether the product is in a list, and the other lists. Skips blocks that another script has already replaced
 * with the listed state.
 */
function showState(block: HTMLElement): void {
  const link = block.querySelector<HTMLAnchorElement>('.wishlist-add__link');
  if (!link || (link.dataset.addHref === undefined && block.classList.contains('exists'))) return;
  const row = findRow(block);
  showRow(block, link, row);
  const more = block.querySelector<HTMLElement>('.wishlist-add__more');
  if (more) {
    if (!row && more.contains(document.activeElement)) link.focus({ preventScroll: true });
    more.hidden = !row;
    more.querySelector('.delete_item')?.setAttribute('data-item-id', String(row?.[2] ?? ''));
  }
  showOtherLists(block, row === undefined || readWishlistConfig().canAddAgain);
}

function showRow(block: HTMLElement, link: HTMLAnchorElement, row: ListedItem | undefined): void {
  const { name, place } = readOptions(block);
  const { texts } = readWishlistConfig();
  const list = row && findListById(row[3]);
  link.dataset.addHref ??= link.getAttribute('href') ?? '';
  block.classList.toggle('exists', row !== undefined);
  link.classList.toggle('wishlist-added', row !== undefined);
  link.classList.toggle(link.dataset.rel ? 'open-pretty-photo' : 'add_to_wishlist', row === undefined);
  if (row) link.href = list ? getWishlistPath(list.token) : wishlistPath;
  else link.href = link.dataset.addHref;
  const [short, long] = row ? [texts.listed, texts.listedNamed] : [texts.add, texts.addNamed];
  if (place !== 'form') link.dataset.tip = short;
  if (link.lastChild) link.lastChild.textContent = place === 'form' ? short : long.replace('{name}', () => name);
}

function showOtherLists(block: HTMLElement, canAdd: boolean): void {
  const dropdown = block.querySelector<HTMLElement>('.wishlist-add__others');
  const template = dropdown?.querySelector('template');
  if (!dropdown || !template) return;
  const { product_id: productId } = readOptions(block);
  const others = wishlistState.get().lists.filter((list) => !list.default);
  dropdown.hidden = !canAdd || others.length === 0;
  const shown = JSON.stringify([productId, others]);
  // Keep unchanged links: a link that is replaced while it is pressed gets no click.
  if (shown === dropdown.dataset.shown) return;
  dropdown.dataset.shown = shown;
  const entries = others.map(({ id, name }) => {
    const entry = template.content.cloneNode(true) as DocumentFragment;
    const link = entry.querySelector('a') as HTMLAnchorElement;
    link.textContent = name;
    link.href = `${addPopupPath}?add_to_wishlist=${productId}&wishlist_id=${id}`;
    Object.assign(link.dataset, { productId, wishlistId: id });
    return entry;
  });
  dropdown.querySelector('ul')?.replaceChildren(...entries);
}

/**
 * Switches the buttons of a product to the chosen variation.
 * @param variationId null when the choice was reset
 */
export function followVariation(productId: number, variationId: number | null): void {
  const id = String(variationId ?? productId);
  const setId = (href: string) => href.replace(/(?<=[?&]add_to_wishlist=)\d+/, id);
  for (const block of findBlocks()) {
    const options = readOptions(block);
    if (getProductId(block) !== productId || options.place === 'card') continue;
    block.classList.replace(`add-to-wishlist-${options.product_id}`, `add-to-wishlist-${id}`);
    block.dataset.fragmentRef = id;
    block.dataset.fragmentOptions = JSON.stringify({
      ...options,
      product_id: Number(id),
      parent_product_id: productId,
    });
    for (const link of block.querySelectorAll<HTMLAnchorElement>('a[data-product-id]')) {
      link.dataset.productId = id;
      link.href = setId(link.href);
      if (link.dataset.addHref !== undefined) link.dataset.addHref = setId(link.dataset.addHref);
    }
    showState(block);
  }
}
