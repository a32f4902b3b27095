import { formatShownRows, getNoteChecksum, type ShownRow } from '#features/wishlist-pages/contract.ts';

const fieldPattern = /^items\[(\d+)\]\[(quantity|note)\]$/;

/** What a form shows of its rows: as the server sent it, or what was saved by itself since. */
export function formatShownForm(form: HTMLFormElement): string {
  const rows = new Map<number, ShownRow>();
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const [, id, kind] = fieldPattern.exec(field.name) ?? [];
    if (id === undefined) continue;
    const itemId = Number(id);
    const row = rows.get(itemId) ?? { itemId, quantity: null, noteChecksum: null };
    const { defaultValue } = field;
    const shown =
      kind === 'quantity' ? { quantity: Number(defaultValue) } : { noteChecksum: getNoteChecksum(defaultValue) };
    rows.set(itemId, { ...row, ...shown });
  }
  return formatShownRows([...rows.values()]);
}
