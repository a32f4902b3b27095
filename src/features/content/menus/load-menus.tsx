import { renderToString } from 'react-dom/server';
import { categoriesCacheTag, getCategoryTree, productCacheTag } from '#features/catalog/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PageSheet } from '#platform/pages/page.ts';
import type { Dependent } from '#platform/pages/remembered.ts';
import type { Block } from '../blocks/block.ts';
import { findRowsOfBlock, renderRows, toKeyedNodes } from '../blocks/render-blocks.tsx';
import { prefixIds } from '../blocks/tree.ts';
import { contentCacheTag } from '../entries/cache-tags.ts';
import { listPublishedPages, type Tree } from '../entries/find-published.ts';
import { listInitialEntries } from '../entries/initial-content.ts';
import { plainRenderer } from '../pages/placed-content.tsx';
import { listTargetIds, type MenuNode, type MenuTargets, noTargets, resolveMenu } from './resolve-menu.ts';

const menuNames = ['main', 'footer'] as const;
type MenuName = (typeof menuNames)[number];

export const isMenuName = (name: string): name is MenuName => (menuNames as readonly string[]).includes(name);

export interface Menus extends Readonly<Record<MenuName, readonly MenuNode[]>> {
  /** Style sheets of the blocks in the menus. */
  readonly styles: readonly PageSheet[];
  /** Block types that failed and are left out, shown to staff. */
  readonly failed: readonly string[];
}

/** Prefix of the ids in the HTML of a menu. A second copy of the menu on a page needs another prefix. */
export const menuIdPrefix = 'vt-menu-';

// Load both menus at once, since both are on all pages.
const findMenus = sqlQuery<{ id: number; slug: string; tree: Tree }>(
  'content.find-menus',
  `select e.id, e.slug, r.tree from content_entries e join content_revisions r on r.id = e.published_id
  where e.locale = $1 and e.slug in ('menu.main', 'menu.footer') and e.kind = 'menu'`,
);

const findPosts = sqlQuery<{ id: number; kind: 'post'; slug: string; name: string }>(
  'content.find-menu-posts',
  `select e.id, e.kind, e.slug, r.title as name from content_entries e join content_revisions r on r.id = e.published_id
  where e.id = any($1::integer[]) and e.kind = 'post' and e.locale = $2`,
);

const findProducts = sqlQuery<{ id: number; slug: string; name: string }>(
  'content.find-menu-products',
  'select id, slug, name from published_products where id = any($1::bigint[]) and locale = $2',
);

/** Returns the menus of all pages, cached until their content changes. */
export function loadMenus(shop: Shop): Promise<Menus> {
  const { locale } = shop.choices;
  return shop.pages.rememberDependent(`content:menus:${locale}`, async () => {
    const rows = await findMenus(shop.db, [locale]);
    // Prefix the ids of blocks, which are unique only within a tree.
    const find = (name: MenuName) => rows.find(({ slug }) => slug === `menu.${name}`);
    const blocks = (name: MenuName) =>
      (find(name)?.tree.blocks ?? listInitialBlocks(shop, name)).map((block) => prefixIds(block, `${name}-`));
    const both = { main: blocks('main'), footer: blocks('footer') };
    const { value: targets, ...more } = await loadTargets(shop, [...both.main, ...both.footer]);
    const value = {
      main: resolveMenu(both.main, targets, find('main')?.id),
      footer: resolveMenu(both.footer, targets, find('footer')?.id),
      ...{ styles: targets.styles, failed: targets.failed },
    };
    return { value, until: more.until, tags: [...rows.map(({ id }) => contentCacheTag(id)), ...more.tags] };
  });
}

/** Returns the initial menus, without anything from the database, for when the database can't be reached. */
export function getMenusWithoutDatabase(shop: Shop): Menus {
  const resolve = (name: MenuName) => resolveMenu(listInitialBlocks(shop, name), noTargets);
  return { main: resolve('main'), footer: resolve('footer'), styles: [], failed: [] };
}

/** Resolves a menu that is not published, for a preview. */
export async function resolveDraft(shop: Shop, blocks: readonly Block[]): Promise<MenuNode[]> {
  return resolveMenu(blocks, (await loadTargets(shop, blocks)).value);
}

/** Returns the blocks of a menu that has no published revision. */
function listInitialBlocks(shop: Shop, name: MenuName): readonly Block[] {
  return (
    listInitialEntries(shop)
      .find(({ kind, slug }) => kind === 'menu' && slug === name)
      ?.blocks(() => [], shop) ?? []
  );
}

async function loadTargets(
  shop: Shop,
  blocks: readonly Block[],
): Promise<Dependent<MenuTargets & Pick<Menus, 'styles' | 'failed'>>> {
  const { locale } = shop.choices;
  const ids = listTargetIds(blocks);
  const pages = await listPublishedPages(shop);
  const others = ids.entries.filter((id) => !pages.some((page) => page.id === id));
  const [categories, posts, products, rendered] = await Promise.all([
    shop.pages.remember('layout:categories', [categoriesCacheTag], () => getCategoryTree(shop.db)),
    others.length === 0 ? [] : findPosts(shop.db, [others, locale]),
    ids.products.length === 0 ? [] : findProducts(shop.db, [ids.products, locale]),
    renderInner(shop, blocks),
  ]);
  const value = {
    categories,
    entries: [
      ...pages.map(({ id, kind, slug, title, place }) => ({ id, kind, slug, name: title, place })),
      ...posts.map((post) => ({ ...post, place: 'none' })),
    ],
    products: new Map(products.map((product) => [product.id, product])),
    html: rendered.html,
    ...{ styles: rendered.styles, failed: rendered.failed },
  };
  const tags = [...others.map(contentCacheTag), ...ids.products.map(productCacheTag), ...rendered.tags];
  return { value, tags, until: rendered.until };
}

/** Renders the blocks of pages in dropdowns, without forms, since those are numbered within a page. */
async function renderInner(shop: Shop, menu: readonly Block[]) {
  const blocks = listInnerBlocks(menu);
  if (blocks.length === 0) return { html: new Map<string, string>(), tags: [], until: null, styles: [], failed: [] };
  const named = blocks.map((block) => prefixIds(block, menuIdPrefix));
  const { rows, ...more } = await renderRows(shop, shop.renderContext('/'), named, {
    ...{ isBelowHeading: true, isInMenu: true },
    content: plainRenderer,
  });
  const html = blocks.map(({ id }) => {
    const own = `${menuIdPrefix}${id}`;
    const nodes = toKeyedNodes(findRowsOfBlock(rows, own));
    return [id, renderToString(nodes, { identifierPrefix: own })] as const;
  });
  return { html: new Map(html.filter(([, markup]) => markup !== '')), ...more };
}

const listInnerBlocks = (blocks: readonly Block[], isTop = true): Block[] =>
  blocks.flatMap((block) =>
    block.type.startsWith('menu-') ? listInnerBlocks(block.children ?? [], false) : isTop ? [] : [block],
  );
