import { announce } from '#platform/islands/browser/announce.ts';
import { formatFailure, sendWrite } from '../wishlist/calls.ts';
import { readWishlistConfig } from '../wishlist/config.ts';
import { showNote } from '../wishlist/note.ts';
import type { TypedFields } from './leaving.ts';

/** Milliseconds without changes until a quantity is saved. */
const saveDelay = 1_000;

/** Of one row: its timer, and its call. */
interface PendingSave {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly field: HTMLInputElement;
  readonly abort: AbortController;
}

const fieldPattern = /^items\[(\d+)\]\[quantity\]$/;

/** Saves the quantities of an owner by themselves, each row by its own timer and call. */
export function watchQuantities(element: HTMLElement, signal: AbortSignal): TypedFields {
  const pending = new Map<string, PendingSave>();
  /** Ids of rows of which a call was aborted that the server may have carried out. */
  const unsure = new Set<string>();

  const save = async (itemId: string, field: HTMLInputElement, abort: AbortController, keepalive = false) => {
    const quantity = field.value;
    const reply = await sendWrite('quantity', { item_id: itemId, quantity }, { signal: abort.signal, keepalive });
    // A newer change has its own call.
    if (abort.signal.aborted) return;
    pending.delete(itemId);
    if (reply === null) return;
    if (reply.ok) {
      unsure.delete(itemId);
      field.defaultValue = quantity;
      announce(reply.data.message);
      return;
    }
    const { retry } = readWishlistConfig().texts;
    // What was typed stays.
    showNote({
      ...{ kind: 'error', text: formatFailure(reply), near: element },
      actions: [{ label: retry, run: () => schedule(field, 0) }],
    });
  };
  const schedule = (field: HTMLInputElement, delay: number) => {
    const itemId = fieldPattern.exec(field.name)?.[1];
    if (itemId === undefined) return;
    const before = pending.get(itemId);
    clearTimeout(before?.timer);
    before?.abort.abort();
    pending.delete(itemId);
    if (before) unsure.add(itemId);
    if (!field.checkValidity() || (field.value === field.defaultValue && !unsure.has(itemId))) return;
    const abort = new AbortController();
    const timer = setTimeout(() => void save(itemId, field, abort), delay);
    pending.set(itemId, { timer, field, abort });
  };
  const saveNow = async () => {
    const calls = [...pending].map(([itemId, { timer, field, abort }]) => {
      clearTimeout(timer);
      return save(itemId, field, abort, true);
    });
    await Promise.all(calls);
  };
  const handleChange = (field: HTMLInputElement | null) => {
    if (!field) return;
    // Left empty: the last quantity counts. The browser says what is wrong with any other.
    if (field.value === '' && !field.validity.badInput) {
      field.value = field.defaultValue;
      if (isOwner(field.form)) schedule(field, saveDelay);
    } else field.reportValidity();
  };
  const readField = ({ target }: Event): HTMLInputElement | null =>
    target instanceof HTMLInputElement && fieldPattern.test(target.name) ? target : null;

  element.addEventListener(
    'input',
    (event) => {
      const field = readField(event);
      // A viewer's quantity is for the cart only.
      if (field && isOwner(field.form)) schedule(field, saveDelay);
    },
    { signal },
  );
  element.addEventListener('change', (event) => handleChange(readField(event)), { signal });
  // Enter in a field of a quantity does not send the form.
  element.addEventListener('keydown', (event) => event.key === 'Enter' && readField(event) && event.preventDefault(), {
    signal,
  });
  addEventListener('pagehide', () => void saveNow(), { signal });
  return { hasUnsaved: () => pending.size > 0, saveNow };
}

/** What the server says to scripts. It checks each call all the same. */
function isOwner(form: HTMLFormElement | null): boolean {
  const options = JSON.parse(form?.dataset.fragmentOptions ?? '{}') as { readonly is_user_owner?: boolean };
  return options.is_user_owner === true;
}
