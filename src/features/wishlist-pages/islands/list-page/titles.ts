import { getWishlistFormPath } from '#features/wishlists/contract.ts';
import { showToast } from '#platform/islands/browser/toast.ts';
import { showFieldError } from '#ui/browser/field-error.ts';
import { formatFailure, isRefusal, readFields, sendWrite } from '../wishlist/calls.ts';
import type { PageRequests } from './page-requests.ts';

const titleForm = '.hidden-title-form';

/** A click on a title shows its form; Enter saves, Escape cancels. */
export function watchTitles(element: HTMLElement, requests: PageRequests, signal: AbortSignal): void {
  const listen = (type: string, handle: (target: HTMLElement, event: Event) => void) =>
    // In the capture phase: `toggle` and `invalid` don't bubble, and a form is served before it is sent as a page.
    element.addEventListener(type, (event) => handle(event.target as HTMLElement, event), { signal, capture: true });
  listen('click', (target) => {
    const form = target.closest('.wishlist-title-with-form')?.nextElementSibling;
    // The name of a list is a link on the page of all lists.
    if (form instanceof HTMLDetailsElement && !target.closest('a')) form.open = true;
  });
  listen('toggle', (details) => {
    if (details.matches(`${titleForm}[open]`)) findField(details)?.select();
  });
  listen('keydown', (target, event) => {
    const details = target.closest<HTMLDetailsElement>(titleForm);
    const field = details && findField(details);
    if (!field || (event as KeyboardEvent).key !== 'Escape') return;
    field.value = field.defaultValue;
    field.ariaInvalid = null;
    close(details);
  });
  // The browser would only say that it is required.
  for (const type of ['invalid', 'input'])
    listen(type, (target) => {
      if (!(target instanceof HTMLInputElement) || !target.closest(titleForm)) return;
      if (type === 'invalid') target.ariaInvalid = 'true';
      else if (target.checkValidity()) target.ariaInvalid = null;
    });
  listen('submit', (form, event) => {
    if (form.getAttribute('action') !== getWishlistFormPath('rename')) return;
    event.preventDefault();
    void save(form as HTMLFormElement, requests);
  });
}

const findField = (details: Element) => details.querySelector<HTMLInputElement>('input[name="wishlist_name"]');

function close(details: HTMLDetailsElement): void {
  details.open = false;
  details.querySelector('summary')?.focus();
}

async function save(form: HTMLFormElement, requests: PageRequests): Promise<void> {
  const details = form.closest<HTMLDetailsElement>(titleForm);
  const field = findField(form);
  if (!field || !details || form.ariaBusy === 'true') return;
  if (field.value.trim() === '') {
    field.ariaInvalid = 'true';
    field.focus();
    return;
  }
  form.ariaBusy = 'true';
  const reply = await sendWrite('rename', readFields(form));
  form.ariaBusy = null;
  if (reply === null) return;
  if (!reply.ok) {
    const text = formatFailure(reply);
    field.id ||= 'wishlist-title';
    if (isRefusal(reply)) showFieldError(field, text);
    // The name is not to blame. It stays in the field.
    else showToast({ kind: 'error', text, near: form, retry: () => void save(form, requests) });
    field.focus();
    return;
  }
  const { name = '' } = reply.data.wishlist ?? {};
  field.defaultValue = name;
  // The rest of the page may fail to load.
  const title = details.previousElementSibling?.querySelector('.wishlist-anchor');
  if (title) title.textContent = name;
  close(details);
  if (title?.matches('h2')) document.title = document.title.replace(/^[^–—|·]*(?= [–—|·] )/, () => name);
  await requests.reload();
}
