import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { findEarliestDate } from '#features/catalog/index.ts';
import { isDatabaseUnavailable, isRetryable } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageSheet } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { contentCacheTag } from '../entries/cache-tags.ts';
import { findPublishedTrees } from '../entries/find-published.ts';
import { type ContentRenderer, createContentRenderer } from '../pages/placed-content.tsx';
import type { Block, BlockDefinition, RenderedChild } from './block.ts';
import { getBlockTypes } from './block-types.ts';
import { basicBlocks } from './kinds/basic-blocks.ts';
import { listBlocks, listReusedIds, readValues, reusableType } from './tree.ts';

/** Milliseconds until a page on which a block failed is rendered again. */
const retryDelay = 60_000;

/** Maximum number of blocks on a page, counting the blocks of reusable blocks each time they occur. */
const maxShownBlocks = 300;

const basicTypes: ReadonlySet<BlockDefinition> = new Set(basicBlocks);

interface ShownBlock {
  readonly id: string;
  readonly definition: BlockDefinition;
  readonly values: object;
  readonly children: readonly ShownBlock[];
  /** Id of the reusable block's entry, on the first of its blocks. */
  readonly begins?: number | undefined;
}

interface Dependencies {
  /** Names of the block types that failed and are left out, shown to staff. */
  readonly failed: readonly string[];
  readonly tags: readonly string[];
  readonly until: Date | null;
  readonly styles: readonly PageSheet[];
}

export interface RenderedBlocks extends Dependencies {
  readonly node: ReactNode;
}

interface RenderedRows extends Dependencies {
  readonly rows: readonly RenderedRow[];
}

interface RowOptions {
  /** Whether the main heading is elsewhere, such as on the page below a menu. */
  readonly isBelowHeading?: boolean;
  /** Leaves out blocks that may stand only on pages, since reusable blocks may contain such blocks. */
  readonly isInMenu?: boolean;
  /** Default: a renderer that fills in placeholders. */
  readonly content?: ContentRenderer;
  readonly markEntry?: (entryId: number) => ReactNode;
}

/**
 * Renders a tree. Each block type loads its data in one call, so the types on the page bound the number of queries.
 * Blocks with an unknown type or invalid values are left out.
 * @param markEntry returns a mark for staff before each reusable block. Default: no marks
 */
export async function renderBlocks(
  shop: Shop,
  context: RenderContext,
  blocks: readonly Block[],
  markEntry?: (entryId: number) => ReactNode,
): Promise<RenderedBlocks> {
  const { rows, ...dependencies } = await renderRows(shop, context, blocks, markEntry ? { markEntry } : {});
  return { node: placeRows(rows), ...dependencies };
}

/**
 * Renders each of the given blocks, which have no children, for the page builder.
 * @returns HTML by block id; empty for a block that shows nothing
 */
export async function renderEachBlock(
  shop: Shop,
  context: RenderContext,
  blocks: readonly Block[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await renderRows(shop, context, blocks);
  return new Map(blocks.map(({ id }) => [id, renderToStaticMarkup(placeRows(findRowsOfBlock(rows, id)))]));
}

/** A reusable block has one row for each block that it stands for. */
export const findRowsOfBlock = (rows: readonly RenderedRow[], blockId: string): RenderedRow[] =>
  rows.filter(({ id }) => id === blockId || id.startsWith(`${blockId}-`));

export const toKeyedNodes = (rows: readonly RenderedRow[]): ReactNode[] =>
  rows.map(({ id, node }) => <Fragment key={id}>{node}</Fragment>);

/** Renders a tree as rows, one for each block of the top level. */
export async function renderRows(
  shop: Shop,
  context: RenderContext,
  blocks: readonly Block[],
  { isBelowHeading = false, isInMenu = false, content = createContentRenderer(shop), markEntry }: RowOptions = {},
): Promise<RenderedRows> {
  const { shown, tags: reusedTags } = await listShownBlocks(shop, blocks, context.locale, isInMenu);
  const all = flatten(shown);
  const byType = Map.groupBy(all, ({ definition }) => definition);
  // Pass one object to all types: they share database statements by its identity.
  const call = { shop, context };
  const failed = new Set<BlockDefinition>();
  const unloaded = new Set<BlockDefinition>();
  // Leave out a block that throws, so that an extension can't break the page, or every page when the block is in a
  // menu.
  const leaveOut = (error: unknown, definition: BlockDefinition) => {
    // A page can't be rendered without the database, so pass the error on.
    if (isDatabaseUnavailable(error) || isRetryable(error)) throw error;
    shop.log.error({ err: error, block: definition.name }, 'a block failed and was left out');
    failed.add(definition);
  };
  const loads = [...byType].map(async ([definition, ofType]) => {
    const values = ofType.map((block) => block.values) as never[];
    try {
      return { ofType, loaded: await definition.load?.(call, values) };
    } catch (error) {
      leaveOut(error, definition);
      unloaded.add(definition);
      return { ofType, loaded: undefined };
    }
  });
  const loaded = await Promise.all(loads);
  const data = new Map(loaded.flatMap((each) => each.ofType.map((block, index) => [block, each.loaded?.data[index]])));
  const render = async (block: ShownBlock, isFirst: boolean): Promise<ReactNode> => {
    const children: RenderedChild[] = [];
    for (const child of block.children) {
      const { id, values } = child;
      children.push({ id, values: values as RenderedChild['values'], node: await render(child, false) });
    }
    const { id, definition, values, begins } = block;
    if (unloaded.has(definition)) return null;
    let node: ReactNode;
    try {
      node = await definition.render({
        ...{ shop, context, id, content, children, isFirst },
        ...{ values: values as never, data: data.get(block) },
      });
      // Run the components of the block now: when the page is rendered, no block can be left out any more.
      if (!basicTypes.has(definition)) renderToStaticMarkup(node);
    } catch (error) {
      leaveOut(error, definition);
      return null;
    }
    const mark = begins === undefined || node === null ? null : markEntry?.(begins);
    return mark ? [<Fragment key="mark">{mark}</Fragment>, <Fragment key="node">{node}</Fragment>] : node;
  };
  const rows: RenderedRow[] = [];
  for (const [index, block] of shown.entries()) {
    const { id, definition } = block;
    rows.push({ id, width: definition.width ?? 'text', node: await render(block, index === 0 && !isBelowHeading) });
  }
  const retryAt = failed.size === 0 ? null : new Date(shop.clock.now().getTime() + retryDelay);
  return {
    failed: [...failed].map(({ text }) => shop.t(text)),
    rows: rows.filter(({ node }) => node !== null),
    tags: [...reusedTags, ...content.tags, ...loaded.flatMap(({ loaded: of }) => of?.tags ?? [])],
    until: findEarliestDate([content.until, retryAt, ...loaded.map(({ loaded: of }) => of?.until ?? null)]),
    styles: [...new Set([...[...byType.keys()].flatMap(({ styles = [] }) => styles), ...content.styles])],
  };
}

interface RenderedRow {
  readonly id: string;
  readonly width: 'text' | 'wide' | 'full';
  readonly node: ReactNode;
}

/** Consecutive blocks as wide as text share one column. */
function placeRows(rows: readonly RenderedRow[]): ReactNode {
  const sections: { readonly width: RenderedRow['width']; readonly rows: RenderedRow[] }[] = [];
  for (const row of rows) {
    const last = sections.at(-1);
    if (last?.width === 'text' && row.width === 'text') last.rows.push(row);
    else sections.push({ width: row.width, rows: [row] });
  }
  return sections.map(({ width, rows: ofSection }) => {
    const nodes = toKeyedNodes(ofSection);
    if (width !== 'text') return nodes;
    return (
      <div className="wrap wrap--text" key={ofSection[0]?.id}>
        {nodes.length === 1 ? nodes : <div className="stack">{nodes}</div>}
      </div>
    );
  });
}

const flatten = (blocks: readonly ShownBlock[]): ShownBlock[] =>
  blocks.flatMap((block) => [block, ...flatten(block.children)]);

/**
 * Replaces reusable blocks with their published blocks. A reusable block within another one is left out, which
 * prevents cycles.
 */
async function listShownBlocks(shop: Shop, blocks: readonly Block[], locale: string, isInMenu: boolean) {
  const types = getBlockTypes(shop);
  const ids = listReusedIds(blocks);
  const trees: ReadonlyMap<number, readonly Block[]> =
    ids.length === 0 ? new Map() : await findPublishedTrees(shop.db, [...new Set(ids)], locale);
  let count = 0;
  const show = (block: Block, prefix: string): ShownBlock[] => {
    if (block.type === reusableType) {
      const tree: readonly Block[] = prefix === '' ? (trees.get(Number(block.values.entry)) ?? []) : [];
      const [first, ...others] = tree.flatMap((each) => show(each, `${block.id}-`));
      return first ? [{ ...first, begins: Number(block.values.entry) }, ...others] : [];
    }
    const definition = types.get(block.type);
    const values = definition && readValues(shop, definition, block);
    if (!definition || !values || count >= maxShownBlocks) return [];
    if (isInMenu && definition.stands === 'page') return [];
    count += 1;
    const children = definition.takes === undefined ? [] : (block.children ?? []);
    return [
      { id: `${prefix}${block.id}`, definition, values, children: children.flatMap((each) => show(each, prefix)) },
    ];
  };
  return { shown: blocks.flatMap((block) => show(block, '')), tags: [...new Set(ids)].map(contentCacheTag) };
}

/** Returns the text of a tree without markup, for the search and for descriptions. */
export function readBlockTexts(shop: Shop, blocks: readonly Block[]): string[] {
  const types = getBlockTypes(shop);
  return listBlocks(blocks).flatMap((block) => {
    const definition = types.get(block.type);
    const values = definition && readValues(shop, definition, block);
    const text = values ? (definition.toText?.(values as never) ?? '') : '';
    return text === '' ? [] : [text];
  });
}
