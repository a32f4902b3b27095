import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { type Placeholder, placeholders } from './ports.ts';

/** With the paragraph of its own that an editor puts it in. */
const placeholderPattern = /(?:<p>\s*)?\[([a-z-]+) id="(\d{1,9})"\](?:\s*<\/p>)?/g;

export interface PageContent {
  /** Text and placeholders in their order. */
  readonly nodes: readonly ReactNode[];
  /** Sanitised HTML without the placeholders. */
  readonly html: string;
  readonly tags: readonly string[];
  /** When it changes by itself next. */
  readonly until: Date | null;
  readonly styles: Placeholder['styles'] | null;
}

/**
 * Renders the HTML of a page. It is sanitised as a whole, so that comments and attributes hold no
 * placeholders, and again piece by piece, so that each piece closes the elements that it opens. A placeholder that nobody fills stays text; one with an unknown id
 * is left out.
 */
export async function renderContent(shop: Shop, html: string): Promise<PageContent> {
  const known = shop.implementations(placeholders);
  const renderers = new Map(known.map(({ name, create }) => [name, create(shop)]));
  const nodes: ReactNode[] = [];
  const texts: string[] = [];
  const tags: string[] = [];
  const usedNames = new Set<string>();
  const ends: Date[] = [];
  const addText = (text: string): void => {
    const safe = sanitiseHtml(text);
    if (safe === '') return;
    texts.push(safe);
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised
    nodes.push(<div className="prose" key={nodes.length} dangerouslySetInnerHTML={{ __html: safe }} />);
  };
  let end = 0;
  const whole = sanitiseHtml(html);
  for (const match of whole.matchAll(placeholderPattern)) {
    const [placeholder, name = '', id] = match;
    const render = renderers.get(name);
    if (!render) continue;
    addText(whole.slice(end, match.index));
    end = match.index + placeholder.length;
    const placed = await render(Number(id));
    tags.push(...placed.tags);
    if (placed.until) ends.push(placed.until);
    if (placed.node === null) continue;
    usedNames.add(name);
    nodes.push(<div key={nodes.length}>{placed.node}</div>);
  }
  addText(whole.slice(end));
  const styles = known.find(({ name }) => usedNames.has(name))?.styles ?? null;
  const until = ends.reduce<Date | null>((first, end) => (first && first < end ? first : end), null);
  return { nodes, html: texts.join(''), tags, until, styles };
}
