import { Fragment, type ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { PageSheet } from '#platform/pages/page.ts';
import { removePlaceholders, splitAtPlaceholders } from '#platform/texts/placeholders.ts';
import { sanitiseHtml } from '#platform/texts/sanitise-html.ts';
import { Prose } from '#ui/prose.tsx';
import { type PlacedContent, type Placeholder, placeholders } from './placeholders.ts';

/** Renders HTML that staff wrote on one page, and collects what the page then depends on. */
export interface ContentRenderer {
  /**
   * Renders text with its placeholders filled in. Placeholders with an unknown name stay as text, those with an
   * unknown id are left out. Call it in the order of the page, because forms are numbered in that order.
   * @param html sanitised
   */
  readonly render: (html: string, className?: string) => Promise<ReactNode>;
  /** Cache tags of everything rendered so far, as in `PageView`. */
  readonly tags: readonly string[];
  readonly until: Date | null;
  readonly styles: readonly PageSheet[];
}

/**
 * Creates the only renderer that replaces placeholders, such as forms, in HTML that staff wrote.
 * @param pageId id of the page's record, such as a product
 */
export function createContentRenderer(shop: Shop, pageId?: number): ContentRenderer {
  const known = new Map(shop.implementations(placeholders).map((placeholder) => [placeholder.name, placeholder]));
  const placers = new Map<string, (id: number) => Promise<PlacedContent>>();
  const tags: string[] = [];
  let until: Date | null = null;
  const styles: PageSheet[] = [];
  const place = async ({ name, styles: sheet, create }: Placeholder, id: number): Promise<ReactNode> => {
    const placer = placers.get(name) ?? create(shop, pageId);
    placers.set(name, placer);
    const placed = await placer(id);
    tags.push(...placed.tags);
    if (placed.until && (until === null || placed.until < until)) until = placed.until;
    const sheets = placed.node === null ? [] : [...(sheet ? [sheet] : []), ...(placed.styles ?? [])];
    styles.push(...sheets.filter((each) => !styles.includes(each)));
    return placed.node;
  };
  const render: ContentRenderer['render'] = async (html, className) => {
    const nodes: ReactNode[] = [];
    let text = '';
    // Sanitise each piece again, so that it closes the elements that it opens.
    const addText = () => {
      const safe = sanitiseHtml(text);
      text = '';
      if (safe !== '') nodes.push(<Prose html={safe} className={className} />);
    };
    const pieces = splitAtPlaceholders(html);
    if (pieces.length === 1) return <Prose html={html} className={className} />;
    for (const piece of pieces) {
      const placeholder = typeof piece === 'string' ? undefined : known.get(piece.name);
      if (typeof piece === 'string') text += piece;
      else if (placeholder) {
        addText();
        const node = await place(placeholder, piece.id);
        if (node !== null) nodes.push(<div>{node}</div>);
      } else text += piece.source;
    }
    addText();
    return (
      <div className="stack">
        {nodes.map((node, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
          <Fragment key={index}>{node}</Fragment>
        ))}
      </div>
    );
  };
  return {
    ...{ render, tags, styles },
    get until() {
      return until;
    },
  };
}

/**
 * Removes placeholders. For content on many pages or within a placeholder, because forms are numbered within a page.
 */
export const plainRenderer: ContentRenderer = {
  render: async (html, className) => <Prose html={removePlaceholders(html)} className={className} />,
  ...{ tags: [], until: null, styles: [] },
};
