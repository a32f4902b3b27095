import { atom } from 'nanostores';
import {
  type CartReply,
  type CartState,
  cartPageFragment,
  cartRefreshPath,
  cartUpdatedEvent,
  checkoutPath,
  checkoutUpdatedEvent,
} from '#features/cart/contract.ts';
import { applyFragments, collectFragments } from '#platform/fragments/browser/fragments.ts';
import { call } from '#platform/http/browser/api.ts';
import { readConfig } from '#platform/http/browser/config.ts';
import type { PrivateState } from '#platform/sessions/browser/private-state.ts';

/** Milliseconds from a change of fragments until the cart data in the new fragments is merged. */
const mergeDelay = 250;

/** The cart's state; null until a page or a reply has delivered it. */
export const cartState = atom<CartState | null>(null);

/** Whether a refresh is under way. Only one runs at a time. */
let isProcessing = false;
let request: AbortController | undefined;
/** Whether another refresh was requested during the current one. */
let isWanted = false;

/**
 * Updates state and fragments. Data that came with the page is merged instead of making a call.
 * A failure is only logged.
 * @returns false after a failure
 */
export async function refreshCart(): Promise<boolean> {
  if (mergeInlineState()) return true;
  if (isProcessing) {
    isWanted = true;
    return new Promise((resolve) =>
      document.addEventListener('vt:cart-refreshed', (event) => resolve((event as CustomEvent<boolean>).detail), {
        once: true,
      }),
    );
  }
  isProcessing = true;
  let isDone: boolean;
  do {
    isWanted = false;
    isDone = await requestState();
  } while (isWanted);
  isProcessing = false;
  document.dispatchEvent(new CustomEvent('vt:cart-refreshed', { detail: isDone }));
  return isDone;
}

/** The checkout refreshes its fragments itself, and requests the cart's state afterwards. */
const isOfCheckout = (key: string): boolean => key.startsWith('checkout');

async function requestState(): Promise<boolean> {
  const { rest = '' } = readConfig() ?? {};
  const fragments = Object.entries(collectFragments()).filter(([key]) => !isOfCheckout(key));
  const body = { page: getPageKind(), fragments: Object.fromEntries(fragments) };
  request = new AbortController();
  const reply = await call<CartReply>(cartRefreshPath(rest), { method: 'POST', body, signal: request.signal });
  if (reply.ok) await applyReply(reply.data);
  return reply.ok;
}

/** Applies the state and fragments of a reply, unless a newer reply was applied before. */
export async function applyReply({ cart, queryParams, fragments }: CartReply): Promise<void> {
  if (!mergeState({ cart, queryParams })) return;
  await applyFragments(fragments);
}

/** @returns false when `cart` and `queryParams` are older than the state */
function mergeState({ cart, queryParams }: CartState): boolean {
  const before = cartState.get();
  // Versions rise with each write; version 0 means that there is no cart.
  if (cart.version !== 0 && cart.version < (before?.cart.version ?? 0)) return false;
  const state = { cart: { ...before?.cart, ...cart }, queryParams: { ...before?.queryParams, ...queryParams } };
  if (JSON.stringify(state) === JSON.stringify(before)) return true;
  cartState.set(state);
  document.dispatchEvent(new CustomEvent(cartUpdatedEvent, { detail: state }));
  return true;
}

/** Merges the data of the page or its fragments only once. @returns whether there was any data */
function mergeInlineState(): boolean {
  const elements = document.querySelectorAll('script[data-cart-state]:not([data-merged])');
  for (const element of elements) {
    element.setAttribute('data-merged', '');
    mergeState(JSON.parse(element.textContent) as CartState);
  }
  return elements.length > 0;
}

function getPageKind(): string {
  if (document.querySelector(`[data-fragment="${cartPageFragment}"]`)) return 'cart';
  return location.pathname === checkoutPath ? 'checkout' : 'shop';
}

/** Whether the hint cookie names another version of the cart: another tab or a form has changed it. */
export function isStale(hint: Readonly<Record<string, string>>): boolean {
  const held = cartState.get()?.cart;
  return held !== undefined && (held.isEmpty ? '0' : String(held.version)) !== (hint.v ?? '0');
}

// A form that leaves the page may order the cart: a pending reply must not restore the old count afterwards.
document.addEventListener('submit', ({ defaultPrevented }) => {
  if (!defaultPrevented) request?.abort();
});

let timer: ReturnType<typeof setTimeout> | undefined;

document.addEventListener('vt:fragments-changed', (event) => {
  const { keys } = (event as CustomEvent<{ keys: string[] }>).detail;
  if (keys.some(isOfCheckout)) document.dispatchEvent(new CustomEvent(checkoutUpdatedEvent));
  clearTimeout(timer);
  timer = setTimeout(mergeInlineState, mergeDelay);
});

document.addEventListener(checkoutUpdatedEvent, () => void refreshCart());

/**
 * The version that the state was last refreshed for. Without cookies, the hint never equals the state's version,
 * so each version is refreshed only once.
 */
let refreshedVersion: string | undefined;

document.addEventListener('vt:private-state', (event) => {
  const { hint, known } = (event as CustomEvent<PrivateState>).detail;
  // Defer until the reply to a write of this tab is merged.
  setTimeout(() => {
    if (!known || !isStale(hint) || !isCartShown() || hint.v === refreshedVersion) return;
    refreshedVersion = hint.v;
    void refreshCart().then((isDone) => {
      // Retry after a failure when the page is shown the next time.
      if (!isDone) refreshedVersion = undefined;
    });
  });
});

const isCartShown = () =>
  document.querySelector(`#mini-cart:is([open], :popover-open), [data-fragment="${cartPageFragment}"]`) !== null;
