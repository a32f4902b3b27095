import { getFormId } from '#features/product-form/contract.ts';
import { addPopupPath } from '#features/wishlist-pages/contract.ts';
import { getWishlistPath, type ListedItem, wishlistPath } from '#features/wishlists/contract.ts';
import { readWishlistConfig } from './config.ts';
import { findListById, wishlistState } from './state.ts';

/** `data-fragment-options` of a button. */
interface ButtonOptions {
  /** Of the product, or of the chosen variation. */
  readonly product_id: number;
  readonly product_type: string;
  readonly name: string;
  readonly place: 'form' | 'card' | 'gallery';
  /** The list whose rows it shows. Default: all lists. */
  readonly wishlist_id?: number;
}

interface Button {
  /** As it is while the product is in no list. */
  readonly link: HTMLAnchorElement;
  /** Id of the product, whichever variation is chosen. */
  readonly productId: number;
  /** The row that it shows; '' for none. */
  shownRow: string;
  /** The lists of its dropdown. */
  shownLists: string;
}

const buttons = new WeakMap<HTMLElement, Button>();

const findBlocks = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.wishlist-fragment[data-fragment-ref][data-fragment-options]'),
];

const readOptions = ({ dataset }: HTMLElement): ButtonOptions =>
  JSON.parse(dataset.fragmentOptions ?? '{}') as ButtonOptions;

/** Id of the block's product, whichever variation is chosen. */
export const getProductId = (block: HTMLElement): number =>
  buttons.get(block)?.productId ?? readOptions(block).product_id;

/** The newest row of the block's product or variation. */
export function findRow(block: HTMLElement): ListedItem | undefined {
  const { product_id: id, wishlist_id: listId } = readOptions(block);
  return wishlistState
    .get()
    .items.find(
      ([productId, variationId, , ofList]) =>
        (variationId === id || productId === id) && (listId === undefined || listId === ofList),
    );
}

/** The form of the block's product: around it, or beside the gallery. */
export function findProductForm(block: HTMLElement): HTMLFormElement | null {
  const form = readOptions(block).place === 'gallery' && document.getElementById(getFormId(getProductId(block)));
  return form instanceof HTMLFormElement ? form : block.closest('form');
}

/** Shows in all buttons of the page what is in the shopper's lists. */
export function showStates(): void {
  for (const block of findBlocks()) showState(block);
}

/** Shows whether the product is in a list, and the other lists. */
function showState(block: HTMLElement): void {
  const button = getButton(block);
  if (!button) return;
  const row = findRow(block);
  showRow(block, button, row);
  const others = wishlistState.get().lists.filter((list) => !list.default);
  const { place, product_id: id } = readOptions(block);
  const canAdd = place === 'form' && (!row || readWishlistConfig().canAddAgain);
  const shownLists = JSON.stringify(canAdd && others.length > 0 ? [id, others] : []);
  if (shownLists === button.shownLists) return;
  button.shownLists = shownLists;
  block.querySelector('.wishlist-add__others')?.remove();
  if (shownLists !== noLists) block.append(createDropdown(block));
}

const noLists = '[]';

function showRow(block: HTMLElement, button: Button, row: ListedItem | undefined): void {
  const list = row && findListById(row[3]);
  const shownRow = row ? JSON.stringify([row, list]) : '';
  // A link that is moved while it is pressed gets no click.
  if (shownRow === button.shownRow) return;
  button.shownRow = shownRow;
  const box = block.querySelector('.wishlist-add') ?? block;
  const hadFocus = box.contains(document.activeElement);
  const noScript = box.querySelector('.when-no-script');
  block.classList.toggle('exists', row !== undefined);
  box.replaceChildren(
    ...(row ? createListedLinks(block, button, row) : [button.link]),
    ...(noScript ? [noScript] : []),
  );
  if (hadFocus) box.querySelector('a')?.focus({ preventScroll: true });
}

/** Null for a block that the server did not send in its first state. */
function getButton(block: HTMLElement): Button | null {
  const known = buttons.get(block);
  if (known) return known;
  const link = block.querySelector<HTMLAnchorElement>('a.add_to_wishlist, a.open-pretty-photo');
  if (!link || block.classList.contains('exists')) return null;
  const { product_id: productId } = readOptions(block);
  const button = { link, productId, shownRow: '', shownLists: noLists };
  buttons.set(block, button);
  return button;
}

function createListedLinks(block: HTMLElement, { link }: Button, row: ListedItem): Node[] {
  const { canAddAgain, texts } = readWishlistConfig();
  const { name, place } = readOptions(block);
  const [, , itemId, listId] = row;
  const listed = link.cloneNode(true) as HTMLAnchorElement;
  listed.classList.remove('add_to_wishlist', 'open-pretty-photo', 'loading');
  listed.classList.add('wishlist-added');
  for (const attribute of [
    'data-rel',
    'data-product-id',
    'data-original-product-id',
    'data-product-type',
    'data-wishlist-id',
    'aria-busy',
  ])
    listed.removeAttribute(attribute);
  const list = findListById(listId);
  if (place !== 'form') listed.dataset.tip = texts.listed;
  listed.href = list ? getWishlistPath(list.token) : wishlistPath;
  const label = place === 'form' ? texts.listed : texts.listedNamed.replace('{name}', () => name);
  const labelNode = listed.lastChild;
  if (labelNode) labelNode.textContent = label;
  if (place !== 'form') return [listed];
  const more = document.createElement('span');
  more.className = 'wishlist-add__more';
  if (canAddAgain) more.append(createAddLink(block, texts.addToAnother, { isPopup: true }));
  const remove = createLink(texts.remove, wishlistPath);
  remove.className = 'delete_item';
  remove.dataset.itemId = String(itemId);
  more.append(remove);
  return [listed, more];
}

/** The other lists; the default one is not among them. */
function createDropdown(block: HTMLElement): HTMLElement {
  const { prefix, texts } = readWishlistConfig();
  const details = document.createElement('details');
  details.className = 'wishlist-add__others';
  const summary = document.createElement('summary');
  summary.textContent = texts.otherLists;
  const list = document.createElement('ul');
  list.className = `${prefix.replaceAll('_', '-')}-dropdown`;
  for (const { id, name } of wishlistState.get().lists.filter((each) => !each.default)) {
    const entry = document.createElement('li');
    entry.append(createAddLink(block, name, { listId: id }));
    list.append(entry);
  }
  details.append(summary, list);
  return details;
}

interface AddTarget {
  readonly listId?: number;
  readonly isPopup?: boolean;
}

function createAddLink(block: HTMLElement, text: string, { listId, isPopup = false }: AddTarget): HTMLAnchorElement {
  const { product_id: id, product_type: type } = readOptions(block);
  const query = new URLSearchParams({ add_to_wishlist: String(id) });
  if (listId !== undefined) query.set('wishlist_id', String(listId));
  const link = createLink(text, `${addPopupPath}?${query}`);
  link.className = isPopup ? 'open-pretty-photo' : 'add_to_wishlist';
  link.dataset.productId = String(id);
  link.dataset.productType = type;
  if (listId !== undefined) link.dataset.wishlistId = String(listId);
  if (isPopup) link.dataset.rel = `prettyPhoto[add_to_wishlist_${id}]`;
  return link;
}

function createLink(text: string, href: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = href;
  link.rel = 'nofollow';
  link.textContent = text;
  return link;
}

/**
 * Lets the buttons of a product be about the chosen variation.
 * @param variationId null after a reset
 */
export function followVariation(productId: number, variationId: number | null): void {
  for (const block of findBlocks()) {
    const { link } = getButton(block) ?? {};
    const options = readOptions(block);
    if (!link || getProductId(block) !== productId || options.place === 'card') continue;
    const id = variationId ?? productId;
    block.classList.replace(`add-to-wishlist-${options.product_id}`, `add-to-wishlist-${id}`);
    block.dataset.fragmentRef = String(id);
    block.dataset.fragmentOptions = JSON.stringify({ ...options, product_id: id });
    link.dataset.productId = String(id);
    link.href = link.href.replace(/(?<=[?&]add_to_wishlist=)\d+/, String(id));
    showState(block);
  }
}
