import { LRUCache } from 'lru-cache';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';

/**
 * Returns the HTML of a part that looks the same on many pages, such as the menu. It is rendered
 * once for each set of inputs, and cached as long as it is used often.
 * @param part name of the part
 * @param inputs everything that the part depends on, as JSON: values from the database, settings,
 * the path where a link is the current page. Values that never change while the process runs, such as
 * the translations, are left out. Parts with the same inputs may share one JSON text. Null: the part is
 * rendered each time.
 * @param element must contain no island: ids of islands are unique only within one render
 */
export type KeepHtml = (part: string, inputs: readonly unknown[] | string | null, element: ReactElement) => string;

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly keepHtml: KeepHtml;
  }
}

/** Maximum length of the cached HTML and its keys together, in UTF-16 code units. */
const maxLength = 8 * 1024 * 1024;

export function createPartHtmlCache(): KeepHtml {
  const keep = createHtmlCache(maxLength);
  return (part, inputs, element) => {
    const render = () => renderToString(element);
    if (inputs === null) return render();
    return keep(`${part} ${typeof inputs === 'string' ? inputs : JSON.stringify(inputs)}`, render);
  };
}

/**
 * Caches HTML that is used often, by a key with everything that the HTML depends on.
 * @param maxLength maximum length of the HTML and its keys together, in UTF-16 code units
 * @returns a function that renders the HTML of a key unless it is cached
 */
export function createHtmlCache(maxLength: number): (key: string, render: () => string) => string {
  const kept = new LRUCache<string, string>({
    maxSize: maxLength,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (key, render) => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    // The renderer returns a rope of thousands of strings. The conversion to bytes and back makes it one flat string,
    // so that pages need not walk the rope each time.
    const html = Buffer.from(render()).toString();
    kept.set(key, html);
    return html;
  };
}
