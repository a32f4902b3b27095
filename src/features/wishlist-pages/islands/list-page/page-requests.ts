import { addToCartPath } from '#features/cart/contract.ts';
import { mobileHeader, shownField } from '#features/wishlist-pages/contract.ts';
import { wishlistPath } from '#features/wishlists/contract.ts';
import { morphFragment } from '#platform/fragments/browser/morph.ts';
import { announce } from '#platform/islands/browser/announce.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { hasCookies } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { closeLater, showNote } from '../wishlist/note.ts';
import { dispatchBlockEvents } from '../wishlist/old-events.ts';
import { keepReport } from './kept-report.ts';
import { rememberPlace } from './notice-place.ts';
import { formatShownForm } from './shown-rows.ts';

/** Milliseconds until a request counts as failed. */
const requestTimeout = 20_000;
const notices = ':is(.wishlist, .wishlist-place, .wishlist-place > td) > .notice';
/** Milliseconds of scrolling to the form. */
const scrollDuration = 500;

interface ReloadOptions {
  readonly scrollsToForm?: boolean;
  /** The layout. Default: as it is. */
  readonly isMobile?: boolean;
  /** Aborted: the page stays as it is. */
  readonly signal?: AbortSignal;
}

interface ShowOptions {
  /** Gets the focus back. */
  readonly pressed?: HTMLElement | null;
  readonly signal?: AbortSignal | undefined;
  /** Whether notices stay, with what undoes the last write. The server says them once. */
  readonly keepsNotices?: boolean;
}

/** Dispatched on the element of the page after it shows new HTML. */
export const pageChangedEvent = 'vt:wishlist-page-changed';

/**
 * Sends the forms of a page of lists without leaving it: the page that answers is shown in place of
 * this one, with its notices and what undoes it. One at a time.
 */
export class PageRequests {
  /** Called before a form is sent, which waits for it. */
  beforeSend: (form: HTMLFormElement) => Promise<void> = async () => {};
  readonly #element: HTMLElement;
  /** The layout of the rows. A list without rows has that of its last ones. */
  #isMobile: boolean;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(element: HTMLElement, signal: AbortSignal) {
    this.#element = element;
    this.#isMobile = element.querySelector('.wishlist_table.mobile') !== null;
    element.addEventListener('submit', (event) => this.#handleSubmit(event), { signal });
    // Closed once their time is over, unless they offer something.
    this.#closeNotices();
  }

  /** Loads this page again. */
  reload({ scrollsToForm = false, isMobile = this.#isMobile, signal }: ReloadOptions = {}): Promise<void> {
    this.#isMobile = isMobile;
    return this.#enqueue(async () => {
      const shown = await this.#show(() => this.#fetch(location.href, null), { signal, keepsNotices: true });
      const form = this.#element.querySelector<HTMLElement>('form.wishlist-fragment');
      if (shown) dispatchBlockEvents({ isFirst: false });
      if (shown && scrollsToForm && form) scrollToElement(form, { duration: scrollDuration });
    });
  }

  #handleSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const method = submitter?.getAttribute('formmethod') ?? form.method;
    if (event.defaultPrevented || method !== 'post' || form.dataset.posts !== undefined) return;
    // The mini-cart adds what product cards offer.
    if (form.getAttribute('action') === addToCartPath) return;
    event.preventDefault();
    if (submitter?.ariaBusy === 'true' || !hasCookies()) return;
    // At once: requests before this one may take long.
    if (submitter) submitter.ariaBusy = 'true';
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value);
    if (body.has(shownField)) body.set(shownField, formatShownForm(form));
    const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href;
    void this.#enqueue(() => this.#submit(form, submitter, action, body));
  }

  async #submit(form: HTMLFormElement, submitter: HTMLElement | null, action: string, body: URLSearchParams) {
    await this.beforeSend(form);
    const moveNotices = rememberPlace(this.#element, submitter, (event) => this.#handleSubmit(event));
    const shown = await this.#show(() => this.#fetch(action, body), { pressed: submitter });
    if (submitter) submitter.ariaBusy = null;
    if (shown) {
      moveNotices();
      dispatchBlockEvents();
      document.dispatchEvent(new CustomEvent('vt:written', { detail: { path: action } }));
      return;
    }
    // What has changed by itself is as it was. What was typed stays, and may be changed before it is sent again.
    const isChoice = form.querySelector('.wishlist-visibility') !== null;
    if (isChoice) form.reset();
    const retry = () => {
      if (form.isConnected && !isChoice) form.requestSubmit(submitter);
      else void this.#enqueue(() => this.#submit(form, submitter, action, body));
    };
    const { texts } = readWishlistConfig();
    showNote({
      ...{ kind: 'error', text: texts.failed, near: this.#element },
      actions: [{ label: texts.retry, run: retry }],
    });
  }

  #fetch(address: string, body: URLSearchParams | null): Promise<Response> {
    return fetch(address, {
      method: body ? 'POST' : 'GET',
      body,
      headers: { accept: 'text/html', [mobileHeader]: this.#isMobile ? 'yes' : 'no' },
      credentials: 'same-origin',
      signal: AbortSignal.timeout(requestTimeout),
    });
  }

  /** @returns false when the answer is no page of lists */
  async #show(
    request: () => Promise<Response>,
    { pressed = null, signal, keepsNotices = false }: ShowOptions,
  ): Promise<boolean> {
    this.#element.ariaBusy = 'true';
    try {
      const response = await request();
      const { pathname } = new URL(response.url);
      if (response.redirected && !pathname.startsWith(wishlistPath)) {
        // Such as the cart, after the setting.
        location.assign(response.url);
        return true;
      }
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      if (signal?.aborted) return false;
      const next = page.querySelector(`vt-behaviour[name="${this.#element.getAttribute('name')}"]`);
      if (!next) {
        // A page that this script does not serve, such as the one of a list that is gone.
        if (response.redirected) location.assign(response.url);
        return response.redirected;
      }
      if (response.redirected && response.url !== location.href && !response.url.includes('#'))
        history.replaceState(history.state, '', response.url);
      const kept = keepsNotices && next.querySelector(notices) === null;
      if (kept) {
        const copies = [...this.#element.querySelectorAll(notices)].map((notice) => notice.cloneNode(true));
        next.querySelector('.wishlist > header')?.after(...copies);
      }
      this.#replace(next.innerHTML, pressed, kept);
      return true;
    } catch {
      return false;
    } finally {
      this.#element.ariaBusy = null;
    }
  }

  #replace(html: string, pressed: HTMLElement | null, keepsNotices: boolean): void {
    const focused = this.#element.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
    // A new notice must not be taken for the one before.
    if (!keepsNotices) for (const notice of this.#element.querySelectorAll(notices)) notice.remove();
    morphFragment(this.#element, html);
    keepReport(this.#element);
    // Before the focus is looked for: listeners disable buttons.
    this.#element.dispatchEvent(new CustomEvent(pageChangedEvent));
    const active = document.activeElement;
    const isLost = !this.#element.contains(active) || active?.matches(':disabled');
    if ((focused ?? pressed) && isLost) this.#restoreFocus(focused ?? pressed);
    if (!keepsNotices) {
      announce(readNotices(this.#element));
      // Browsers do so for pages that they open. In the middle, so that the text below it is seen, too.
      const asking = this.#element.querySelector<HTMLElement>('select[autofocus]');
      asking?.focus({ preventScroll: true });
      asking?.scrollIntoView({ block: 'center' });
    }
    this.#closeNotices();
  }

  /** The focused element may be gone with its row, or disabled, which the browser takes the focus from later. */
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

  #closeNotices(): void {
    for (const notice of this.#element.querySelectorAll<HTMLElement>(notices))
      if (notice.matches('.notice--success') && !notice.querySelector('button, a'))
        closeLater(notice, () => notice.remove());
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch((error: unknown) => console.error('wishlist:', error));
    return done;
  }
}

/** What the notices say, without their buttons and links. */
function readNotices(element: HTMLElement): string {
  return [...element.querySelectorAll(notices)]
    .map((notice) => {
      const words = notice.cloneNode(true) as Element;
      for (const control of words.querySelectorAll('button, a')) control.remove();
      return words.textContent.trim();
    })
    .join(' ');
}
