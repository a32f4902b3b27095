import { send } from '#platform/http/browser/request.ts';
import { maxRendered, renderBlocksPath } from '../contract.shared.ts';
import { type TreeBlock, toBlockId } from '../mapping.shared.ts';

/** Milliseconds without a change until blocks are rendered again. */
const delay = 250;
/** Milliseconds until the server is asked again after it did not answer. */
const retryDelay = 3000;

interface RenderedBlock {
  readonly html: string;
  /** JSON of the values that the HTML shows; null before the first answer. */
  readonly of: string | null;
}

/** @returns HTML by block id; null when the server did not answer */
async function askServer(blocks: readonly TreeBlock[]): Promise<Readonly<Record<string, string>> | null> {
  const answer = await send<{ html: Record<string, string> }>(renderBlocksPath, { method: 'POST', body: { blocks } });
  return answer.ok ? answer.data.html : null;
}

/** HTML from the server for blocks without children. */
export function createBlockHtmlCache(initial: Readonly<Record<string, string>>, ask = askServer) {
  const rendered = new Map<string, RenderedBlock>(
    Object.entries(initial).map(([id, html]) => [id, { html, of: null }]),
  );
  const wanted = new Map<string, TreeBlock>();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** JSON of the current values of each block. An answer about other values is outdated and ignored. */
  const latest = new Map<string, string>();
  let isAsking = false;

  /** Sends one call at a time. Blocks that did not fit into it, or failed, are requested later. */
  const render = async () => {
    if (isAsking) return;
    isAsking = true;
    while (wanted.size > 0) {
      const blocks = [...wanted.values()].slice(0, maxRendered);
      for (const { id } of blocks) wanted.delete(id);
      const html = await ask(blocks.map(({ id, type, values }) => ({ id, type, values })));
      if (html === null) {
        for (const block of blocks) if (!wanted.has(block.id)) wanted.set(block.id, block);
        timer = setTimeout(() => void render(), retryDelay);
        break;
      }
      for (const { id, values } of blocks) {
        const of = JSON.stringify(values);
        if (latest.get(id) === of) rendered.set(id, { html: html[id] ?? '', of });
      }
      for (const listener of listeners) listener();
    }
    isAsking = false;
  };

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getHtml: (id: string): string | null => rendered.get(toBlockId(id))?.html ?? null,
    /** Requests the HTML of a block that is not rendered yet, or was rendered with other values. */
    requestHtml(id: string, type: string, values: TreeBlock['values']) {
      const blockId = toBlockId(id);
      const known = rendered.get(blockId);
      const of = JSON.stringify(values);
      latest.set(blockId, of);
      if (known && known.of === null) {
        rendered.set(blockId, { ...known, of });
        return;
      }
      if (known?.of === of) {
        wanted.delete(blockId);
        return;
      }
      wanted.set(blockId, { id: blockId, type, values });
      clearTimeout(timer);
      timer = setTimeout(() => void render(), delay);
    },
  };
}

export type BlockHtmlCache = ReturnType<typeof createBlockHtmlCache>;
