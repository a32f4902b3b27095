import { formatFailure, sendWrite } from '../wishlist/calls.ts';
import { showNote } from '../wishlist/note.ts';
import type { TypedFields } from './leaving.ts';

const fieldPattern = /^items\[(\d+)\]\[note\]$/;

/**
 * Saves notes of rows that the form was not sent with when the page is left or hidden: phones end hidden pages without a
 * further event.
 */
export function watchNotes(element: HTMLElement, signal: AbortSignal): TypedFields {
  /** What was sent last. */
  const sent = new WeakMap<HTMLTextAreaElement, string>();

  const save = async (itemId: string, field: HTMLTextAreaElement) => {
    const note = field.value;
    sent.set(field, note);
    const reply = await sendWrite('note', { item_id: itemId, note }, { keepalive: true });
    if (reply?.ok) {
      field.defaultValue = note;
      return;
    }
    sent.delete(field);
    // What was typed stays in its field, and goes along with the form.
    if (reply) showNote({ kind: 'error', text: formatFailure(reply), near: element });
  };
  const listUnsaved = () =>
    [...element.querySelectorAll('textarea')].flatMap((field) => {
      const itemId = fieldPattern.exec(field.name)?.[1];
      const isSaved = field.value === (sent.get(field) ?? field.defaultValue);
      return itemId === undefined || isSaved ? [] : [{ itemId, field }];
    });
  const saveNow = async () => {
    await Promise.all(listUnsaved().map(({ itemId, field }) => save(itemId, field)));
  };
  addEventListener('pagehide', () => void saveNow(), { signal });
  document.addEventListener('visibilitychange', () => document.hidden && void saveNow(), { signal });
  return { hasUnsaved: () => listUnsaved().length > 0, saveNow };
}
