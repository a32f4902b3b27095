import { call } from '#platform/http/browser/api.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';
import { revealEvent } from '#ui/browser/open-by-hash.ts';
import { scrollToElement } from '#ui/browser/scroll-to.ts';
import { fieldNames, voteCallPath } from '../contract.ts';

/** Milliseconds before scrolling, and pixels left free above the section. */
const scrollDelay = 500;
const extraOffset = 15;

/**
 * Behaviour of the reviews on a product page and of the form on its own page: answers, keyboard shortcuts, votes, and
 * scrolling to the section that the URL names.
 */
export function behaviour(element: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const section = element.querySelector<HTMLElement>('[data-product]');
  const form = element.querySelector<HTMLFormElement>('[data-comment-form]');
  if (form) startForm(element, form, signal);
  if (section) {
    openByAddress(section, signal);
    showPrivateParts(section, form, signal);
    startVotes(section, signal);
  }
  return () => controller.abort();
}

/** Whether the page's URL refers to reviews. */
function isAsked({ hash, href }: Location): boolean {
  const isNamed = ['#reviews', '#comments', '#tab-reviews'].includes(hash) || hash.includes('comment-');
  return isNamed || href.includes('comment-page-') || href.includes('cpage=');
}

/** Opens the section that the URL names and scrolls to it, unless the shopper has scrolled meanwhile. */
function openByAddress(section: HTMLElement, signal: AbortSignal): void {
  if (!isAsked(location)) return;
  const timer = setTimeout(() => {
    for (let box = section.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
      box.open = true;
    section.dispatchEvent(new CustomEvent(revealEvent, { bubbles: true }));
    const named = location.hash.includes('comment-') ? document.getElementById(location.hash.slice(1)) : null;
    const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    scrollToElement(named ?? section, { offset: padding + extraOffset });
  }, scrollDelay);
  const stop = () => clearTimeout(timer);
  for (const type of ['wheel', 'touchmove', 'keydown'])
    addEventListener(type, stop, { signal, passive: true, once: true });
  signal.addEventListener('abort', stop);
}

function startForm(element: HTMLElement, form: HTMLFormElement, signal: AbortSignal): void {
  form.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (form.ariaBusy !== 'true') form.requestSubmit();
    },
    { signal },
  );
  form.addEventListener(
    'submit',
    (event) => {
      // Prevents a second request while one is pending.
      if (form.ariaBusy === 'true') event.preventDefault();
      else form.ariaBusy = 'true';
    },
    { signal },
  );
  // Allows sending again after the page was restored from the back-forward cache.
  addEventListener(
    'pageshow',
    () => {
      form.ariaBusy = null;
    },
    { signal },
  );
  startReplies(element, form, signal);
}

/** Moves the form below the comment that is answered, and back when the shopper cancels. */
function startReplies(element: HTMLElement, form: HTMLFormElement, signal: AbortSignal): void {
  const place = document.createComment('form');
  const cancel = form.querySelector<HTMLButtonElement>('[data-cancel-reply]');
  const parent = form.elements.namedItem(fieldNames.parent) as HTMLInputElement | null;
  if (!cancel || !parent) return;
  let answered: HTMLElement | null = null;
  const setReview = (isReview: boolean) => {
    for (const box of form.querySelectorAll<HTMLElement>('[data-review-fields]')) {
      box.hidden = !isReview;
      for (const input of box.querySelectorAll('input')) input.disabled = !isReview;
    }
  };
  const open = (link: HTMLElement) => {
    const comment = link.closest<HTMLElement>('[data-comment]');
    if (!comment) return;
    if (!place.isConnected) form.before(place);
    comment.querySelector('.comment__article')?.after(form);
    parent.value = comment.dataset.comment ?? '0';
    answered = link;
    cancel.hidden = false;
    setReview(false);
    form.querySelector('textarea')?.focus();
  };
  const close = () => {
    place.replaceWith(form);
    parent.value = '0';
    cancel.hidden = true;
    setReview(true);
    answered?.focus();
    answered = null;
  };
  element.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLElement>('[data-reply]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(link);
    },
    { signal },
  );
  cancel.addEventListener('click', close, { signal });
  form.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !cancel.hidden) close();
    },
    { signal },
  );
}

/** A comment of the shopper. `isShown` tells that the page contains an earlier version of it. */
interface OwnComment {
  readonly id: number;
  readonly productId: number;
  readonly parentId: number | null;
  readonly isShown: boolean;
  readonly html: string;
}

/**
 * Shows the parts that a cached page can't contain: the shopper's own comments, and a form without the fields that
 * the shop knows.
 */
function showPrivateParts(section: HTMLElement, form: HTMLFormElement | null, signal: AbortSignal): void {
  const show = () => {
    const { state, signedIn } = privateState.get();
    for (const box of form?.querySelectorAll<HTMLElement>('[data-guest-fields]') ?? []) {
      box.hidden = signedIn;
      for (const input of box.querySelectorAll('input')) input.disabled = signedIn;
    }
    const { own = [] } = (state.comments ?? {}) as { readonly own?: readonly OwnComment[] };
    for (const comment of own) {
      if (String(comment.productId) === section.dataset.product) showOwn(section, comment);
    }
  };
  show();
  document.addEventListener('vt:private-state', show, { signal });
}

function showOwn(section: HTMLElement, { id, parentId, isShown, html }: OwnComment): void {
  const parts = document.createRange().createContextualFragment(html);
  const shown = document.getElementById(`comment-${id}`);
  if (isShown) {
    const article = shown?.querySelector('.comment__article');
    if (article && !article.querySelector('[data-own]')) article.append(parts);
  }
  if (isShown || shown) return;
  const parent = parentId === null ? null : document.getElementById(`comment-${parentId}`);
  const list = parent ? getAnswers(parent) : section.querySelector('.comments');
  list?.[parent ? 'append' : 'prepend'](parts);
}

function getAnswers(comment: HTMLElement): HTMLElement {
  const known = comment.querySelector<HTMLElement>(':scope > .comments__answers');
  if (known) return known;
  const list = document.createElement('ol');
  list.className = 'comments__answers';
  comment.append(list);
  return list;
}

/** Votes by a request, so that the page stays open. */
function startVotes(section: HTMLElement, signal: AbortSignal): void {
  section.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (!form.matches('[data-vote]')) return;
      event.preventDefault();
      const button = (event as SubmitEvent).submitter as HTMLButtonElement | null;
      const id = Number(form.closest<HTMLElement>('[data-comment]')?.dataset.comment);
      if (form.ariaBusy === 'true' || !button) return;
      form.ariaBusy = 'true';
      void sendVote(section, form, id, button.value);
    },
    { signal },
  );
}

async function sendVote(section: HTMLElement, form: HTMLFormElement, id: number, helpful: string): Promise<void> {
  const path = voteCallPath(section.dataset.rest ?? '', id);
  const result = await call<{ message: string }>(path, { method: 'POST', body: { helpful } });
  form.ariaBusy = null;
  const text = form.querySelector('span');
  if (!text) return;
  text.role = 'status';
  text.textContent = result.ok ? result.data.message : result.message;
}
