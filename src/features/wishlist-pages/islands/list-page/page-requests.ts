import { addToCartPath } from '#features/cart/contract.ts';
import { mobileHeader, shownField } from '#features/wishlist-pages/contract.ts';
import { wishlistPath } from '#features/wishlists/contract.ts';
import { morphFragment } from '#platform/fragments/browser/morph.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { closeLater, showToast } from '#platform/islands/browser/toast.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { hasCookies } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { dispatchBlockEvents } from '../wishlist/plugin-events.ts';
import { keepReport } from './kept-report.ts';
import { notices, rememberPlace } from './notice-place.ts';
import { formatShownForm } from './typed-fields.ts';

/** Milliseconds after which a request counts as failed. */
const requestTimeout = 20_000;
/** Milliseconds of scrolling to the form. */
const scrollDuration = 500;

interface ReloadOptions {
  readonly scrollsToForm?: boolean;
  /** Whether to load the mobile layout. Default: the current layout. */
  readonly isMobile?: boolean;
  readonly signal?: AbortSignal;
}

interface PageRequest extends Pick<ReloadOptions, 'signal'> {
  readonly address: string;
  /**
   * Null reloads the page. Current notices then stay with their undo buttons, since the server sends notices only
   * once.
   */
  readonly body: URLSearchParams | null;
  /** Pressed button, which gets the focus back. */
  readonly pressed?: HTMLElement | null;
}

/** Event on the page's element after it shows new HTML. */
export const pageChangedEvent = 'vt:wishlist-page-changed';

/**
 * Submits the forms of a page of lists by calls, one at a time. The page in the reply replaces the current one, with
 * its notices and undo buttons.
 */
export class PageRequests {
  /** Awaited before a form is submitted. */
  beforeSend: (form: HTMLFormElement) => Promise<void> = async () => {};
  readonly #element: HTMLElement;
  /** Layout of the rows. An empty list keeps the layout of its last rows. */
  #isMobile: boolean;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(element: HTMLElement, signal: AbortSignal) {
    this.#element = element;
    this.#isMobile = element.querySelector('.wishlist_table.mobile') !== null;
    element.addEventListener('submit', (event) => this.#handleSubmit(event), { signal });
    this.#closeNotices();
  }

  reload({ scrollsToForm = false, isMobile = this.#isMobile, ...options }: ReloadOptions = {}): Promise<void> {
    this.#isMobile = isMobile;
    return this.#enqueue(async () => {
      if (!(await this.#show({ address: location.href, body: null, ...options }))) return;
      dispatchBlockEvents({ isFirst: false });
      const form = this.#element.querySelector<HTMLElement>('form.wishlist-fragment');
      if (scrollsToForm && form) scrollToElement(form, { duration: scrollDuration });
    });
  }

  #handleSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const method = submitter?.getAttribute('formmethod') ?? form.method;
    if (event.defaultPrevented || method !== 'post' || form.dataset.posts !== undefined) return;
    // The mini-cart's script handles buttons of product cards.
    if (form.getAttribute('action') === addToCartPath) return;
    event.preventDefault();
    if (submitter?.ariaBusy === 'true' || !hasCookies()) return;
    // Mark the button as busy before the call starts: earlier requests in the queue may take long.
    if (submitter) submitter.ariaBusy = 'true';
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value);
    if (body.has(shownField)) body.set(shownField, formatShownForm(form));
    const address = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
    void this.#enqueue(() => this.#submit(form, { address, body, pressed: submitter }));
  }

  async #submit(form: HTMLFormElement, request: Required<Omit<PageRequest, 'signal'>>): Promise<void> {
    const { address, pressed } = request;
    await this.beforeSend(form);
    const moveNotices = rememberPlace(this.#element, pressed, (event) => this.#handleSubmit(event));
    const isShown = await this.#show(request);
    if (pressed) pressed.ariaBusy = null;
    if (isShown) {
      moveNotices();
      dispatchBlockEvents();
      document.dispatchEvent(new CustomEvent('vt:written', { detail: { path: address } }));
      return;
    }
    // Reset a choice that submits by itself. Typed values stay, and the shopper may change them before a retry.
    const isChoice = form.querySelector('.wishlist-visibility') !== null;
    if (isChoice) form.reset();
    const retry = () => {
      if (form.isConnected && !isChoice) form.requestSubmit(pressed);
      else void this.#enqueue(() => this.#submit(form, request));
    };
    showToast({ kind: 'error', text: readWishlistConfig().texts.failed, near: this.#element, retry });
  }

  /** @returns false when the reply is not a page of lists */
  async #show({ address, body, pressed = null, signal }: PageRequest): Promise<boolean> {
    this.#element.ariaBusy = 'true';
    try {
      const response = await fetch(address, {
        method: body ? 'POST' : 'GET',
        body,
        headers: { accept: 'text/html', [mobileHeader]: this.#isMobile ? 'yes' : 'no' },
        credentials: 'same-origin',
        signal: AbortSignal.timeout(requestTimeout),
      });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (signal?.aborted) return false;
      const next = page.querySelector(`vt-behaviour[name="${this.#element.getAttribute('name')}"]`);
      const isOfLists = new URL(response.url).pathname.startsWith(wishlistPath);
      if (response.redirected && !(isOfLists && next)) {
        // Leave for other pages, such as the cart when the settings say so, or the page that reports a deleted list.
        location.assign(response.url);
        return true;
      }
      if (!next) return false;
      if (response.redirected && response.url !== location.href && !response.url.includes('#'))
        history.replaceState(history.state, '', response.url);
      const keepsNotices = body === null && next.querySelector(notices) === null;
      if (keepsNotices) {
        const copies = [...this.#element.querySelectorAll(notices)].map((notice) => notice.cloneNode(true));
        next.querySelector('.wishlist > header')?.after(...copies);
      }
      this.#replace(next.innerHTML, pressed, keepsNotices);
      return true;
    } catch {
      return false;
    } finally {
      this.#element.ariaBusy = null;
    }
  }

  #replace(html: string, pressed: HTMLElement | null, keepsNotices: boolean): void {
    const focused = this.#element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    // Remove old notices: morphing must not reuse their elements for new notices.
    if (!keepsNotices) for (const notice of this.#element.querySelectorAll(notices)) notice.remove();
    morphFragment(this.#element, html);
    keepReport(this.#element);
    // Dispatch before restoring the focus: listeners may disable buttons.
    this.#element.dispatchEvent(new CustomEvent(pageChangedEvent));
    const active = document.activeElement;
    const isLost = !this.#element.contains(active) || active?.matches(':disabled');
    if ((focused ?? pressed) && isLost) this.#restoreFocus(focused ?? pressed);
    if (!keepsNotices) {
      announce(readNotices(this.#element));
      // Browsers apply `autofocus` only to pages that they open. Center the select, so that the text below it is
      // visible, too.
      const asking = this.#element.querySelector<HTMLElement>('select[autofocus]');
      asking?.focus({ preventScroll: true });
      asking?.scrollIntoView({ block: 'center' });
    }
    this.#closeNotices();
  }

  /**
   * Restores the focus when the focused element has been removed with its row, or is disabled: the browser takes the
   * focus from disabled elements later.
   */
  #restoreFocus(before: HTMLElement | null): void {
    const { id } = before ?? {};
    const [name, value] = [before?.getAttribute('name'), before?.getAttribute('value')];
    const same = id
      ? document.getElementById(id)
      : [...this.#element.querySelectorAll<HTMLElement>(`button[name="${name}"]`)].find(
          (button) => button.getAttribute('value') === value,
        );
    const undo = this.#element.querySelector<HTMLElement>(`${notices} :is(button, a)`);
    const next = same && !same.matches(':disabled') ? same : (undo ?? this.#element.querySelector<HTMLElement>('a'));
    next?.focus({ preventScroll: true });
  }

  /** Closes success notices without buttons or links after the time of the settings. */
  #closeNotices(): void {
    for (const notice of this.#element.querySelectorAll<HTMLElement>(notices))
      if (notice.matches('.notice--success') && !notice.querySelector('button, a'))
        closeLater(notice, readWishlistConfig().timeout, () => notice.remove());
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch((error: unknown) => console.error('wishlist:', error));
    return done;
  }
}

function readNotices(element: HTMLElement): string {
  return [...element.querySelectorAll(notices)]
    .map((notice) => {
      const words = notice.cloneNode(true) as Element;
      for (const control of words.querySelectorAll('button, a')) control.remove();
      return words.textContent.trim();
    })
    .join(' ');
}
