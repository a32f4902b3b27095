import { getWishlistFormPath } from '#features/wishlists/contract.ts';
import { showToast } from '#platform/islands/browser/toast.ts';
import { showFieldError } from '#ui/browser/field-error.ts';
import { formatFailure, isRefusal, readFields, sendWrite } from '../wishlist/calls.ts';
import type { PageRequests } from './page-requests.ts';

const titleForm = '.hidden-title-form';

/** Opens the form of a title on click. Enter saves, Escape cancels. */
export function watchTitles(element: HTMLElement, requests: PageRequests, signal: AbortSignal): void {
  const listen = (type: string, handle: (target: HTMLElement, event: Event) => void) =>
    // Use the capture phase: `toggle` and `invalid` don't bubble, and this listener must run before the one that
    // submits the page's forms.
    element.addEventListener(type, (event) => handle(event.target as HTMLElement, event), { signal, capture: true });
  listen('click', (target) => {
    const form = target.closest('.wishlist-title-with-form')?.nextElementSibling;
    // Exclude links: on the page of all lists, the name of a list is a link.
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
  // Mark an empty name as invalid, in addition to the browser's message.
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
    // Show a toast, since the failure is not about the name. The typed name stays in the field.
    else showToast({ kind: 'error', text, near: form, retry: () => void save(form, requests) });
    field.focus();
    return;
  }
  const { name = '' } = reply.data.wishlist ?? {};
  field.defaultValue = name;
  // Update the title here: the following reload of the page may fail.
  const title = details.previousElementSibling?.querySelector('.wishlist-anchor');
  if (title) title.textContent = name;
  close(details);
  if (title?.matches('h2')) document.title = document.title.replace(/^[^–—|·]*(?= [–—|·] )/, () => name);
  await requests.reload();
}
