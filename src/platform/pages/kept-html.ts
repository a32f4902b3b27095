import { LRUCache } from 'lru-cache';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Returns the HTML of a part that looks the same on many pages, such as the menu. It is rendered
 * once for each set of inputs, and kept as long as it is used often.
 * @param part its name
 * @param inputs everything that the part depends on, as JSON: what is read from the database, settings,
 *   the path where a link is the current page. What is the same as long as the process runs, such as
 *   the translations, is left out. Null: the part is rendered each time.
 * @param element must contain no island: ids of islands are unique only within one render
 */
export type KeepHtml = (part: string, inputs: readonly unknown[] | null, element: ReactElement) => string;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly keepHtml: KeepHtml;
  }
}

/** Length of the kept HTML and of its keys together, in UTF-16 code units. */
const maxLength = 8 * 1024 * 1024;

export function createKeepHtml(): KeepHtml {
  const kept = new LRUCache<string, string>({
    maxSize: maxLength,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (part, inputs, element) => {
    if (inputs === null) return renderToString(element);
    const key = `${part} ${JSON.stringify(inputs)}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    // The renderer returns a tree of thousands of pieces, which each page would walk. Bytes and back make it one string.
    const html = Buffer.from(renderToString(element)).toString();
    kept.set(key, html);
    return html;
  };
}
