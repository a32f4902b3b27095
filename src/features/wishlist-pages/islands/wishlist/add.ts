import { movePopupPath } from '#features/wishlist-pages/contract.ts';
import { getWishlistPath, type ListedItem, type WishlistReply, wishlistPath } from '#features/wishlists/contract.ts';
import { findProductForm, findRow, getProductId } from './buttons.ts';
import { formatFailure, readFields, sendWrite } from './calls.ts';
import { readWishlistConfig } from './config.ts';
import { type NoteAction, showNote } from './note.ts';
import { dispatchOldEvent } from './old-events.ts';
import { applyChange } from './state.ts';

/** Links whose call is under way: a second press is a double click. */
const busy = new WeakSet<HTMLElement>();

const getBlock = (link: HTMLElement): HTMLElement => link.closest<HTMLElement>('.wishlist-fragment') ?? link;

/** Adds the product of a button to a list. */
export async function addItem(link: HTMLAnchorElement): Promise<void> {
  const { dataset } = link;
  const list = dataset.wishlistId === undefined ? {} : { wishlist_id: dataset.wishlistId };
  const fields = { ...readProductFields(link), ...list };
  await whileBusy(link, async () => {
    dispatchOldEvent('adding_to_wishlist');
    const reply = await sendWrite('add', fields);
    if (reply === null) return;
    if (!reply.ok) return showFailure(link, formatFailure(reply), () => void addItem(link));
    const block = getBlock(link);
    showAdded(block, link, reply.data);
    const { item_id: itemId, message, result } = reply.data;
    const { texts } = readWishlistConfig();
    const undo = { label: texts.undo, run: () => void removeRow(block, itemId ?? 0) };
    showNote({
      ...{ kind: 'success', text: message, near: block },
      actions: [...(result === 'true' ? [undo, ...createOtherListLinks(reply.data)] : []), createListLink(reply.data)],
    });
  });
}

/**
 * What is added by the button of a link: with the choices and add-ons of its product form, if it has one.
 * Files are named by the ids of their uploads.
 */
export function readProductFields(link: HTMLAnchorElement): Record<string, string | string[]> {
  const { productId = '', productType = '' } = link.dataset;
  const form = findProductForm(getBlock(link));
  const given = form ? readFields(form) : {};
  // A script may have chosen another variation than the form has.
  const isOfForm = productId === given.variation_id || productId === given.product_id;
  if (!isOfForm) return { add_to_wishlist: productId, product_type: productType };
  const names = Object.keys(given).filter((name) => formFields.test(name));
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
}

const formFields = /^(attribute_|addon-|product_id$|variation_id$|quantity$)/;

/** Shows the state of a product that a call has added, and tells scripts. */
export function showAdded(block: HTMLElement, link: HTMLElement, reply: WishlistReply): void {
  const { item_id: itemId, wishlist } = reply;
  const id = Number(link.dataset.productId ?? 0);
  const added: ListedItem | undefined =
    itemId === null || wishlist === null ? undefined : [getProductId(block), id, itemId, wishlist.id];
  applyChange(reply, { added });
  dispatchOldEvent('added_to_wishlist', [link, block]);
}

/** A link to the popup that moves what was added to another list. */
function createOtherListLinks({ item_id: itemId, wishlist }: WishlistReply): NoteAction[] {
  const { canHaveLists, texts } = readWishlistConfig();
  if (!canHaveLists || itemId === null || wishlist === null) return [];
  const query = new URLSearchParams({ wishlist_id: wishlist.token, item_id: String(itemId) });
  const popup = 'move_to_another_wishlist';
  return [{ label: texts.otherList, href: `${movePopupPath}?${query}`, popup }];
}

export const createListLink = ({ wishlist }: WishlistReply) => ({
  label: readWishlistConfig().texts.showList,
  href: wishlist ? getWishlistPath(wishlist.token) : wishlistPath,
});

/** Takes the product of a button out of its list. */
export async function removeItem(link: HTMLAnchorElement): Promise<void> {
  const block = getBlock(link);
  const itemId = Number(link.dataset.itemId ?? findRow(block)?.[2] ?? 0);
  await whileBusy(link, () => removeRow(block, itemId));
}

async function removeRow(block: HTMLElement, itemId: number): Promise<void> {
  const row = findRow(block);
  const reply = await sendWrite('remove', { item_id: itemId });
  if (reply === null) return;
  if (!reply.ok) return showFailure(block, formatFailure(reply), () => void removeRow(block, itemId));
  applyChange(reply.data, { removed: itemId });
  dispatchOldEvent('removed_from_wishlist', [block]);
  const { texts } = readWishlistConfig();
  const undo = { label: texts.undo, run: () => void restoreRow(block, itemId, row) };
  showNote({ kind: 'success', text: reply.data.message, near: block, actions: [undo] });
}

async function restoreRow(block: HTMLElement, itemId: number, row: ListedItem | undefined): Promise<void> {
  const reply = await sendWrite('restore', { item_id: itemId });
  if (reply === null) return;
  if (!reply.ok) return showFailure(block, formatFailure(reply), () => void restoreRow(block, itemId, row));
  applyChange(reply.data, { added: row });
  showNote({ kind: 'success', text: reply.data.message, near: block });
}

/** Says why a call failed, and offers to try again. */
function showFailure(near: Element, text: string, run: () => void): void {
  showNote({ kind: 'error', text, near, actions: [{ label: readWishlistConfig().texts.retry, run }] });
}

async function whileBusy(link: HTMLElement, work: () => Promise<void>): Promise<void> {
  if (busy.has(link)) return;
  busy.add(link);
  link.classList.add('loading');
  link.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    busy.delete(link);
    link.classList.remove('loading');
    link.removeAttribute('aria-busy');
  }
}
