import { dropDraft, keepDraft, readDraft } from '#platform/admin/forms/browser/drafts.ts';
import { readText } from '#platform/admin/forms/browser/form-state.ts';
import type { TreeBlock } from '../mapping.shared.ts';

export type SaveResult =
  | { readonly state: 'saved'; readonly blocks: readonly TreeBlock[]; readonly isMerged: boolean }
  /** The browser leaves the page: for the comparison of both versions, or to sign in. */
  | { readonly state: 'left' }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'failed' };

const pieceLength = 50_000;

/** JSON with sorted keys, because the database sorts keys in its own order. */
const toComparable = (blocks: readonly TreeBlock[]): string =>
  JSON.stringify(blocks, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const readPieces = (form: ParentNode): readonly TreeBlock[] =>
  JSON.parse([...form.querySelectorAll<HTMLInputElement>('[name=blocks]')].map(({ value }) => value).join('') || '[]');

/** Wraps an entry's form of the back office. The builder changes only its tree. */
export function createBuilderForm(form: HTMLFormElement, draftKey: string) {
  const write = (blocks: readonly TreeBlock[]) => {
    for (const input of form.querySelectorAll('[name=blocks]')) input.remove();
    const json = JSON.stringify(blocks);
    for (let start = 0; start < json.length; start += pieceLength) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name: 'blocks', value: json.slice(start, start + pieceLength) });
      form.append(input);
    }
  };
  /** Copies the stored state from the page that answers a save. */
  const takeOver = (stored: HTMLFormElement) => {
    form.replaceChildren(
      ...[...new FormData(stored)].flatMap(([name, value]) => {
        if (typeof value !== 'string') return [];
        const input = document.createElement('input');
        Object.assign(input, { type: 'hidden', name, value });
        return [input];
      }),
    );
  };
  return {
    read: () => readPieces(form),
    write,
    /** Keeps the draft in this browser. The editor of the back office offers it too. */
    keepDraft: () => keepDraft(draftKey, readText(form)),
    dropDraft: () => dropDraft(draftKey),
    /** Returns the tree of a draft that differs from the stored tree; null without such a draft. */
    readDraft(): readonly TreeBlock[] | null {
      const draft = readDraft(draftKey);
      if (!draft) return null;
      const json = new URLSearchParams(draft.body).getAll('blocks').join('');
      return json === '' || json === JSON.stringify(readPieces(form)) ? null : JSON.parse(json);
    },
    /** @param isCurrent whether nothing was changed while the tree was sent */
    async save(blocks: readonly TreeBlock[], isCurrent: () => boolean): Promise<SaveResult> {
      write(blocks);
      const reply = await fetch(form.action, {
        ...{ method: 'POST', body: new FormData(form), headers: { accept: 'text/html' } },
      }).catch(() => null);
      if (!reply) return { state: 'failed' };
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
      if (reply.redirected) {
        const stored = page.querySelector<HTMLFormElement>('#admin-form');
        if (stored) {
          const tree = readPieces(stored);
          const isMerged = toComparable(tree) !== toComparable(blocks);
          // A tree without other people's changes must not be saved over the merged version: it would delete their
          // blocks. With the former version as its base, the next save merges again.
          if (!isMerged || isCurrent()) takeOver(stored);
          if (isCurrent()) dropDraft(draftKey);
          return { state: 'saved', blocks: tree, isMerged };
        }
        keepDraft(draftKey, readText(form));
        location.assign(reply.url);
        return { state: 'left' };
      }
      if (reply.status === 409) {
        keepDraft(draftKey, readText(form));
        form.submit();
        return { state: 'left' };
      }
      const said = page.querySelector('#problems li, h1')?.textContent?.trim();
      return said ? { state: 'refused', reason: said } : { state: 'failed' };
    },
  };
}

export type BuilderForm = ReturnType<typeof createBuilderForm>;
