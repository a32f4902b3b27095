import { getWishlistPath, type WishlistState } from '#features/wishlists/contract.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';

/** Adds links to the shopper's lists before the link to the page of all lists. */
export function behaviour(element: HTMLElement): (() => void) | undefined {
  const list = element.querySelector('[data-wishlists]');
  if (!list) return;
  let shown: HTMLElement[] = [];
  return privateState.subscribe(({ state }) => {
    const { lists = [] } = (state.wishlists ?? {}) as Partial<WishlistState>;
    for (const item of shown) item.remove();
    shown = lists.map(({ token, name }) => {
      const [item, link] = [document.createElement('li'), document.createElement('a')];
      link.href = getWishlistPath(token);
      link.textContent = name;
      item.append(link);
      return item;
    });
    list.prepend(...shown);
  });
}
