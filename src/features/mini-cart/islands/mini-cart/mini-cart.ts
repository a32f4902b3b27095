import {
  cartState,
  createRetryButton,
  isStale,
  readCartTexts,
  refreshCart,
  watchLines,
} from '#features/cart/browser.ts';
import { miniCartFragment } from '#features/mini-cart/contract.ts';
import { readHint } from '#platform/http/browser/hint.ts';
import { closeDialogOnBack, closeOnBack } from '#ui/browser/close-on-back.ts';
import { setScrollbarWidth } from '#ui/browser/scrollbar-width.ts';

/** Milliseconds until a dropdown that opened by itself closes. */
const hideDelay = 5_000;
/** Below this width the mini-cart is a drawer at the side. */
const drawerScreen = matchMedia('(max-width: 849px)');

const dialog = document.getElementById('mini-cart') as HTMLDialogElement;
const link = document.querySelector<HTMLElement>('[data-cart-link]');
const header = document.querySelector<HTMLElement>('.site-header');
const status = dialog.querySelector<HTMLElement>('.mini-cart__status');

interface Opening {
  /** The element that gets the focus back when the mini-cart closes. */
  readonly opener: HTMLElement | null;
  /** The mini-cart opens by itself, after something was added. */
  readonly isReveal: boolean;
  /** Whether a mini-cart that opens by itself gets the focus, as keyboard users need it. */
  readonly takesFocus?: boolean;
}

let current: Opening = { opener: null, isReveal: false };
/** Removes the history entry by which "back" closes an open dropdown. */
let removeLayer: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const isDropdown = () => dialog.matches(':popover-open');
const isOpen = () => dialog.open || isDropdown();

export function showLine(key: string | undefined): void {
  document.getElementById(`mini-cart-${key}`)?.scrollIntoView({ block: 'nearest' });
}

export function toggleMiniCart(opener: HTMLElement): void {
  if (isOpen()) closeMiniCart();
  else openMiniCart({ opener, isReveal: false });
}

/** Opens a dropdown, or a drawer on small screens. Loads the content unless it is already loaded. */
export function openMiniCart(opening: Opening): void {
  current = opening;
  if (!isOpen()) {
    if (drawerScreen.matches) {
      setScrollbarWidth();
      dialog.showModal();
      closeDialogOnBack(dialog);
    } else {
      // A dialog that is shown as a popover takes the focus unless it is inert.
      dialog.inert = true;
      dialog.showPopover();
      dialog.inert = false;
      followHeader();
      // After an addition "back" leaves the page, because the shopper did not open the mini-cart.
      if (!opening.isReveal) removeLayer = closeOnBack({ close: closeMiniCart });
    }
    link?.setAttribute('aria-expanded', 'true');
  }
  // When a mouse user adds to the cart, the focus stays where the shopper works.
  if (!opening.isReveal || opening.takesFocus || dialog.open)
    dialog.querySelector('h2')?.focus({ preventScroll: true });
  scheduleHiding();
  void loadContent();
}

function closeMiniCart(): void {
  const hadFocus = dialog.contains(document.activeElement);
  clearTimeout(timer);
  if (isDropdown()) {
    dialog.hidePopover();
    removeLayer?.();
    removeLayer = undefined;
    if (hadFocus) (current.opener ?? link)?.focus({ preventScroll: true });
    link?.setAttribute('aria-expanded', 'false');
  } else dialog.close();
}

async function loadContent(): Promise<void> {
  const content = dialog.querySelector<HTMLElement>(`[data-fragment="${miniCartFragment}"]`);
  const hint = Object.fromEntries(new URLSearchParams(readHint() ?? ''));
  if (!content || (content.childElementCount > 0 && cartState.get() && !isStale(hint))) return showStatus(null);
  const { loading, failed } = readCartTexts();
  if (content.childElementCount === 0) showStatus(loading);
  showStatus((await refreshCart()) ? null : failed, loadContent);
}

/** @param retry the action that a "try again" button repeats */
function showStatus(text: string | null, retry?: () => void): void {
  if (!status) return;
  status.hidden = text === null;
  status.textContent = text;
  if (text === null || !retry) return;
  const retryFromHeading = () => {
    dialog.querySelector('h2')?.focus({ preventScroll: true });
    retry();
  };
  status.append(' ', createRetryButton(retryFromHeading));
}

function scheduleHiding(): void {
  clearTimeout(timer);
  const isInUse = dialog.matches(':hover, :focus-within');
  if (current.isReveal && isDropdown() && !isInUse) timer = setTimeout(closeMiniCart, hideDelay);
}

/** Keeps the dropdown below the header, or at the top of the window while the header is out of view. */
function followHeader(): void {
  if (!link || !isDropdown()) return;
  const top = Math.max(header?.getBoundingClientRect().bottom ?? 0, 0);
  const right = document.documentElement.clientWidth - link.getBoundingClientRect().right;
  dialog.style.setProperty('--mini-cart-top', `${top}px`);
  dialog.style.setProperty('--mini-cart-right', `${right}px`);
}

for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
  dialog.addEventListener(type, () => setTimeout(scheduleHiding));
dialog.addEventListener('close', () => {
  link?.setAttribute('aria-expanded', 'false');
  (current.opener?.isConnected ? current.opener : link)?.focus({ preventScroll: true });
});
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog || (target as Element).closest('[data-close]')) closeMiniCart();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && isDropdown() && !event.defaultPrevented) closeMiniCart();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (isDropdown() && !dialog.contains(target as Node) && !link?.contains(target as Node)) closeMiniCart();
});
dialog.addEventListener('focusout', ({ relatedTarget }) => {
  if (isDropdown() && relatedTarget && !dialog.contains(relatedTarget as Node) && relatedTarget !== link)
    closeMiniCart();
});
for (const type of ['scroll', 'resize'])
  addEventListener(type, () => isDropdown() && requestAnimationFrame(followHeader), { passive: true });
header?.addEventListener('transitionend', followHeader);
drawerScreen.addEventListener('change', () => isOpen() && closeMiniCart());
addEventListener('pagehide', () => isOpen() && closeMiniCart());
link?.setAttribute('aria-haspopup', 'dialog');
link?.setAttribute('aria-expanded', 'false');
watchLines(dialog, { show: showStatus });
