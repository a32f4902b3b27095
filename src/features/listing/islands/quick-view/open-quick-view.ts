import { type Failure, send } from '#platform/http/browser/request.ts';
import { openLightbox, removeClosingLightboxes } from '#ui/browser/lightbox/lightbox.ts';
import type { DetailsLinkData, QuickViewData } from './quick-view.shared.ts';

/** Milliseconds until the islands in a loaded quick view are hydrated. */
const setupDelay = 300;

interface QuickViewRequest extends QuickViewData {
  /** Product id. */
  readonly product: string;
  /** Link to the product page. Its text is the product's name. */
  readonly link: HTMLAnchorElement;
}

/** Shows the content of the card at once, then the loaded quick view. */
export function openQuickView(request: QuickViewRequest): void {
  // A second click may arrive before this code is loaded.
  if (document.querySelector('.lightbox--product[open]')) return;
  removeClosingLightboxes();
  const { link } = request;
  const box = document.createElement('div');
  box.className = 'quick-view-box';
  const dialog = openLightbox(box, { kind: 'inline', label: link.textContent ?? '' });
  dialog.classList.add('lightbox--product');
  const controller = new AbortController();
  dialog.addEventListener('close', () => controller.abort());
  void loadProductInto(box, request, controller.signal);
}

async function loadProductInto(box: HTMLElement, request: QuickViewRequest, signal: AbortSignal): Promise<void> {
  const { url, action, product, texts } = request;
  const status = document.createElement('p');
  status.className = 'quick-view__note';
  status.textContent = texts.loading;
  status.setAttribute('role', 'status');
  const isRetry = box.contains(document.activeElement);
  box.replaceChildren(createPreview(request.link, [status]));
  if (isRetry) focusName(box);
  box.setAttribute('aria-busy', 'true');
  // The query of the card's link contains the variation that the card shows.
  const body = new URLSearchParams(request.link.search);
  body.set('action', action);
  body.set('product', product);
  const response = await send<string>(url, { method: 'POST', body, as: 'text', signal });
  if (signal.aborted) return;
  box.removeAttribute('aria-busy');
  if (!response.ok) return showFailure(box, request, response, () => void loadProductInto(box, request, signal));
  box.replaceChildren(parseQuickView(response.data, request.link));
  followChoice(box);
  focusName(box);
}

const focusName = (box: HTMLElement) => box.querySelector('h2')?.focus({ preventScroll: true });

/** Parses the HTML and delays the hydration of its islands. */
function parseQuickView(html: string, link: HTMLAnchorElement): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll('vt-island, vt-behaviour')) {
    element.setAttribute('when', `after(${setupDelay})`);
  }
  // Show the card's photograph until the larger one is loaded.
  const [cardImage, image] = [findCardPicture(link)?.querySelector('img'), template.content.querySelector('img')];
  if (cardImage?.currentSrc && image) image.style.backgroundImage = `url("${cardImage.currentSrc}")`;
  return template.content;
}

const findCardPicture = (link: HTMLElement) => link.closest('.product-card')?.querySelector('picture');

function createPreview(link: HTMLAnchorElement, content: readonly Node[]): HTMLElement {
  const view = document.createElement('div');
  view.className = 'quick-view';
  const photographs = document.createElement('div');
  photographs.className = 'quick-view__photographs';
  const picture = findCardPicture(link)?.cloneNode(true);
  if (picture) photographs.append(picture);
  const text = document.createElement('div');
  text.className = 'quick-view__text';
  const name = document.createElement('h2');
  name.className = 'quick-view__name';
  name.tabIndex = -1;
  name.textContent = link.textContent;
  text.append(name, ...content);
  view.append(photographs, text);
  return view;
}

/** Offers a retry unless the product no longer exists (404), and always a link to the product page. */
function showFailure(
  box: HTMLElement,
  { link, texts }: QuickViewRequest,
  { status, message }: Failure,
  retry: () => void,
): void {
  const isGone = status === 404;
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.textContent = isGone ? message : texts.failed;
  const actions = document.createElement('p');
  actions.className = 'quick-view__ways';
  const productLink = document.createElement('a');
  productLink.href = link.href;
  productLink.className = 'button button--quiet';
  productLink.textContent = texts.viewFullDetails;
  if (!isGone) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = texts.retry;
    button.addEventListener('click', retry);
    actions.append(button);
  }
  actions.append(productLink);
  box.replaceChildren(createPreview(link, [alert, actions]));
  focusName(box);
}

/**
 * Updates the link to the product's page when the shopper chooses options in the quick view. Quick views of product
 * sets have no such link.
 */
function followChoice(box: HTMLElement): void {
  const [form, link] = [box.querySelector('form'), box.querySelector<HTMLAnchorElement>('a[data-choice]')];
  if (!form || !link) return;
  const data: DetailsLinkData = JSON.parse(link.dataset.choice ?? '');
  const update = () => {
    link.search = readChoice(new FormData(form), data).toString();
  };
  for (const type of ['change', 'vt:variation-changed']) form.addEventListener(type, update);
  // Clearing an incomplete choice dispatches no event on the form, so update the link before it is used.
  for (const type of ['pointerover', 'focus', 'click']) link.addEventListener(type, update);
}

/** Reads the choice for the link. With a variation, only terms that the variation leaves open are needed. */
function readChoice(fields: FormData, { variationParameter, termParameter, choices }: DetailsLinkData) {
  const query = new URLSearchParams();
  const variation = fields.get('variation_id');
  if (variation) query.set(variationParameter, String(variation));
  for (const { slug, field, isOpen } of choices) {
    const term = fields.get(field);
    if (term && (isOpen || !variation)) query.append(termParameter, `${slug} ${term}`);
  }
  return query;
}
