import { addToCartPath, cartPath, checkoutPath } from '#features/cart/contract.ts';
import { buyNowField } from '#features/product-form/contract.ts';
import { getJQuery, listenToScripts } from '#ui/browser/jquery.ts';
import { loadStyleSheet } from '#ui/browser/load-style-sheet.ts';
import miniCartStyles from '../mini-cart.sheet.css?url';
import { endAdding, isAdding, showAdding } from './mini-cart/adding-state.ts';

/** The module is loaded when the shopper hovers, focuses, presses or submits, not with the page. */
const loadCart = () => Promise.all([import('./mini-cart/add-to-cart.ts'), loadStyleSheet(miniCartStyles)]);
const prepare = () => void loadCart().catch(() => {});

const addForms = `form[action="${addToCartPath}"]`;

/** Opens the mini-cart instead of the cart page, and sends the product forms by script instead of a page load. */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const link = element.querySelector<HTMLAnchorElement>('[data-cart-link]');
  for (const type of ['pointerover', 'focusin'] as const) {
    const prepareNear = ({ target }: Event) =>
      target instanceof Element && target.closest(`${addForms}, [data-cart-link], .sticky-bar`) && prepare();
    document.addEventListener(type, prepareNear, { signal, passive: true });
  }
  document.addEventListener('submit', handleSubmit, { signal });
  for (const type of ['input', 'click'] as const)
    document.addEventListener(type, followQuantity, { signal, passive: true, capture: true });
  listenToCartScripts(signal);
  link?.addEventListener('click', (event) => openMiniCartInsteadOfPage(event, link), { signal });
  return () => controller.abort();
}

/**
 * Third-party add-to-cart scripts send the quantity in the button's data, not the value of the field beside the
 * button.
 */
function followQuantity({ target }: Event): void {
  const list = target instanceof Element ? target.closest('.card-add, [data-row-id]') : null;
  const button = list?.querySelector<HTMLElement>('.ajax_add_to_cart');
  const field = list?.querySelector<HTMLInputElement>('input[type=number]');
  if (!button || !field || field.value === '' || field.value === button.dataset.quantity) return;
  button.dataset.quantity = field.value;
  // jQuery caches a data attribute at its first read, so the cached value is updated, too.
  getJQuery()?.(button).data('quantity', field.value);
}

/**
 * Third-party scripts change the cart by calls of their own. The displayed cart is then stale, as after a change in
 * another tab.
 */
function listenToCartScripts(signal: AbortSignal): void {
  const showWritten = () => document.dispatchEvent(new CustomEvent('vt:written', { detail: { path: addToCartPath } }));
  const listen = () => {
    for (const type of ['added_to_cart', 'removed_from_cart'])
      listenToScripts(document.body, type, showWritten, signal);
  };
  // jQuery may be loaded after this module.
  if (document.readyState === 'complete') listen();
  else addEventListener('load', listen, { signal, once: true });
}

/** The cart page and the checkout already show the cart, so the link stays a link there. */
function openMiniCartInsteadOfPage(event: MouseEvent, link: HTMLAnchorElement): void {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!isPlain || [cartPath, checkoutPath].includes(location.pathname)) return;
  event.preventDefault();
  loadCart().then(
    ([{ toggleMiniCart }]) => toggleMiniCart(link),
    () => location.assign(link.href),
  );
}

function handleSubmit(event: SubmitEvent): void {
  const { target, submitter } = event;
  if (event.defaultPrevented || !(target instanceof HTMLFormElement) || !target.matches(addForms)) return;
  // "Buy now" leads to the checkout by a page load. After a failed call the form is posted.
  if (submitter?.getAttribute('name') === buyNowField || target.dataset.posts !== undefined) return;
  event.preventDefault();
  if (isAdding(target) || submitter?.matches(':disabled, [aria-disabled=true]')) return;
  const fields = new FormData(target, submitter);
  // Read the focus before the button becomes busy. A mouse click leaves no visible focus on the button.
  const isByKeyboard = document.activeElement?.matches(':focus-visible') ?? false;
  showAdding(target, submitter);
  loadCart().then(
    ([{ addToCart }]) => addToCart({ form: target, submitter, fields, isByKeyboard }),
    () => {
      endAdding(target, submitter);
      target.dataset.posts = '';
      target.requestSubmit(submitter);
    },
  );
}
