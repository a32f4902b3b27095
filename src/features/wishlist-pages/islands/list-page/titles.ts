import { getWishlistFormPath } from '#features/wishlists/contract.ts';
import { showFieldError } from '#ui/browser/field-error.ts';
import { formatFailure, isRefusal, readFields, sendWrite } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { showNote } from '../wishlist/note.ts';
import type { PageRequests } from './page-requests.ts';

/** A click on a title shows its form; Enter saves, Escape cancels. */
export function watchTitles(element: HTMLElement, requests: PageRequests, signal: AbortSignal): void {
  element.addEventListener(
    'click',
    ({ target }) => {
      const title = (target as Element).closest('.wishlist-title-with-form');
      // The name of a list is a link on the page of all lists.
      if (!title || (target as Element).closest('a')) return;
      const form = title.nextElementSibling;
      if (form instanceof HTMLDetailsElement) form.open = true;
    },
    { signal },
  );
  element.addEventListener('toggle', ({ target }) => focusField(target as HTMLDetailsElement), {
    signal,
    capture: true,
  });
  element.addEventListener('keydown', (event) => event.key === 'Escape' && cancel(event.target as Element), { signal });
  // The browser would only say that it is required.
  element.addEventListener(
    'invalid',
    ({ target }) => isTitleField(target) && target.setAttribute('aria-invalid', 'true'),
    { signal, capture: true },
  );
  element.addEventListener(
    'input',
    ({ target }) => isTitleField(target) && target.checkValidity() && target.removeAttribute('aria-invalid'),
    { signal },
  );
  // Before the form is sent as a page.
  element.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.getAttribute('action') !== getWishlistFormPath('rename')) return;
      event.preventDefault();
      void save(form, requests);
    },
    { signal, capture: true },
  );
}

const isTitleField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.closest('.hidden-title-form') !== null;

const findField = (details: Element): HTMLInputElement | null =>
  details.querySelector<HTMLInputElement>('input[name="wishlist_name"]');

function focusField(details: HTMLDetailsElement): void {
  if (details.open && details.matches('.hidden-title-form')) findField(details)?.select();
}

function cancel(target: Element): void {
  const details = target.closest<HTMLDetailsElement>('.hidden-title-form');
  const field = details && findField(details);
  if (!details || !field) return;
  field.value = field.defaultValue;
  field.removeAttribute('aria-invalid');
  details.open = false;
  details.querySelector('summary')?.focus();
}

async function save(form: HTMLFormElement, requests: PageRequests): Promise<void> {
  const details = form.closest<HTMLDetailsElement>('.hidden-title-form');
  const field = findField(form);
  if (!field || !details || form.ariaBusy === 'true') return;
  if (field.value.trim() === '') {
    field.setAttribute('aria-invalid', 'true');
    field.focus();
    return;
  }
  form.ariaBusy = 'true';
  const reply = await sendWrite('rename', readFields(form));
  form.ariaBusy = null;
  if (reply === null) return;
  if (!reply.ok) {
    const text = formatFailure(reply);
    if (isRefusal(reply)) {
      field.id ||= 'wishlist-title';
      showFieldError(field, text);
    } else {
      // The name is not to blame. It stays in the field.
      const actions = [{ label: readWishlistConfig().texts.retry, run: () => void save(form, requests) }];
      showNote({ kind: 'error', text, near: form, actions });
    }
    field.focus();
    return;
  }
  const { name = '' } = reply.data.wishlist ?? {};
  field.defaultValue = name;
  // The rest of the page may fail to load.
  const title = details.previousElementSibling?.querySelector('.wishlist-anchor');
  if (title) title.textContent = name;
  details.open = false;
  details.querySelector('summary')?.focus();
  if (title?.matches('h2')) document.title = document.title.replace(/^[^–—|·]*(?= [–—|·] )/, () => name);
  await requests.reload();
}
