import { send } from '#platform/http/browser/request.ts';
import { maxRendered, renderBlocksPath } from '../contract.shared.ts';
import { type TreeBlock, toBlockId } from '../mapping.shared.ts';

/** Milliseconds without a change until blocks are rendered again. */
const delay = 250;

interface Leaf {
  readonly html: string;
  /** JSON of the values that it shows; null before it was rendered. */
  readonly of: string | null;
}

/** What the server has rendered of blocks that take no others. */
export function createLeaves(initial: Readonly<Record<string, string>>) {
  const leaves = new Map<string, Leaf>(Object.entries(initial).map(([id, html]) => [id, { html, of: null }]));
  const wanted = new Map<string, TreeBlock>();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const render = async () => {
    const blocks = [...wanted.values()].slice(0, maxRendered);
    if (blocks.length === 0) return;
    for (const { id } of blocks) wanted.delete(id);
    const sent = blocks.map(({ id, type, values }) => ({ id, type, values }));
    const answer = await send<{ html: Record<string, string> }>(renderBlocksPath, {
      method: 'POST',
      body: { blocks: sent },
    });
    if (answer.ok) {
      for (const { id, values } of blocks)
        leaves.set(id, { html: answer.data.html[id] ?? '', of: JSON.stringify(values) });
      for (const listener of listeners) listener();
    }
    if (wanted.size > 0) await render();
  };

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getHtml: (id: string): string | null => leaves.get(toBlockId(id))?.html ?? null,
    /** Asks for what is not rendered yet, or was with other values. */
    want(id: string, type: string, values: TreeBlock['values']) {
      const blockId = toBlockId(id);
      const known = leaves.get(blockId);
      const of = JSON.stringify(values);
      if (known && known.of === null) {
        leaves.set(blockId, { ...known, of });
        return;
      }
      if (known?.of === of) return;
      wanted.set(blockId, { id: blockId, type, values });
      clearTimeout(timer);
      timer = setTimeout(() => void render(), delay);
    },
  };
}

export type Leaves = ReturnType<typeof createLeaves>;
