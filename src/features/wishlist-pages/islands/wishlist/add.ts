import { movePopupPath } from '#features/wishlist-pages/contract.ts';
import { getWishlistPath, type ListedItem, type WishlistReply, wishlistPath } from '#features/wishlists/contract.ts';
import type { ToastAction } from '#platform/islands/browser/toast.ts';
import { findProductForm, findRow, getProductId } from './buttons.ts';
import { readFields, showSuccess, write } from './calls.ts';
import { readWishlistConfig } from './config.ts';
import { dispatchPluginEvent } from './plugin-events.ts';
import { applyChange } from './state.ts';

const getBlock = (link: HTMLElement): HTMLElement => link.closest<HTMLElement>('.wishlist-fragment') ?? link;

export async function addItem(link: HTMLAnchorElement): Promise<void> {
  const { wishlistId } = link.dataset;
  const fields = { ...readProductFields(link), ...(wishlistId !== undefined && { wishlist_id: wishlistId }) };
  await whileBusy(link, async () => {
    dispatchPluginEvent('adding_to_wishlist');
    const reply = await write('add', fields, { near: link, retry: () => void addItem(link) });
    if (!reply) return;
    const block = getBlock(link);
    showAdded(block, link, reply);
    const undo = { label: readWishlistConfig().texts.undo, run: () => void removeRow(block, reply.item_id ?? 0) };
    const actions = reply.result === 'true' ? [undo, ...createOtherListLinks(block, reply)] : [];
    showSuccess(reply.message, block, [...actions, createListLink(reply)]);
  });
}

/**
 * Returns the fields of the product to add, including choices and add-ons when the button has a product form.
 * Uploaded files are included by their upload ids.
 */
export function readProductFields(link: HTMLAnchorElement): Record<string, string | string[]> {
  const { productId = '', productType = '' } = link.dataset;
  const form = findProductForm(getBlock(link));
  const given = form ? readFields(form) : {};
  // Ignore the form when another script has chosen another variation for the button.
  const isOfForm = productId === given.variation_id || productId === given.product_id;
  if (!isOfForm) return { add_to_wishlist: productId, product_type: productType };
  return Object.fromEntries(Object.entries(given).filter(([name]) => formFields.test(name)));
}

const formFields = /^(attribute_|addon-|product_id$|variation_id$|quantity$)/;

/** Shows that a call has added the product, and dispatches the event for scripts. */
export function showAdded(block: HTMLElement, link: HTMLElement, reply: WishlistReply): void {
  const { item_id: itemId, wishlist } = reply;
  const id = Number(link.dataset.productId ?? 0);
  const added: ListedItem | undefined =
    itemId === null || wishlist === null ? undefined : [getProductId(block), id, itemId, wishlist.id];
  applyChange(reply, { added });
  dispatchPluginEvent('added_to_wishlist', [link, block]);
}

function createOtherListLinks(block: HTMLElement, { item_id: itemId, wishlist }: WishlistReply): ToastAction[] {
  const { canHaveLists, texts } = readWishlistConfig();
  if (!canHaveLists || itemId === null || wishlist === null) return [];
  const query = new URLSearchParams({ wishlist_id: wishlist.token, item_id: String(itemId) });
  // Focus the button first: when the popup closes, it returns the focus to the element that was focused before.
  const run = () => block.querySelector('a')?.focus({ preventScroll: true });
  const data = { rel: 'prettyPhoto[move_to_another_wishlist]' };
  return [{ label: texts.otherList, href: `${movePopupPath}?${query}`, data, run }];
}

export const createListLink = ({ wishlist }: WishlistReply) => ({
  label: readWishlistConfig().texts.showList,
  href: wishlist ? getWishlistPath(wishlist.token) : wishlistPath,
});

export async function removeItem(link: HTMLAnchorElement): Promise<void> {
  await whileBusy(link, () => removeRow(getBlock(link), Number(link.dataset.itemId ?? 0)));
}

async function removeRow(block: HTMLElement, itemId: number): Promise<void> {
  const row = findRow(block);
  const fields = { item_id: itemId };
  const reply = await write('remove', fields, { near: block, retry: () => void removeRow(block, itemId) });
  if (!reply) return;
  applyChange(reply, { removed: itemId });
  dispatchPluginEvent('removed_from_wishlist', [block]);
  const undo = { label: readWishlistConfig().texts.undo, run: () => void restoreRow(block, itemId, row) };
  showSuccess(reply.message, block, [undo]);
}

async function restoreRow(block: HTMLElement, itemId: number, row: ListedItem | undefined): Promise<void> {
  const retry = () => void restoreRow(block, itemId, row);
  const reply = await write('restore', { item_id: itemId }, { near: block, retry });
  if (!reply) return;
  applyChange(reply, { added: row });
  showSuccess(reply.message, block);
}

/** Runs the work unless it is already running for this link, so that a double click counts once. */
async function whileBusy(link: HTMLElement, work: () => Promise<void>): Promise<void> {
  if (link.ariaBusy === 'true') return;
  link.classList.add('loading');
  link.ariaBusy = 'true';
  try {
    await work();
  } finally {
    link.classList.remove('loading');
    link.ariaBusy = null;
  }
}
