import { type CategoryNode, categoryPath, productPath } from '#features/catalog/index.ts';
import type { Block } from '../blocks/block.ts';
import { isHref } from '../blocks/kinds/fields.ts';
import { listBlocks, reusableType } from '../blocks/tree.ts';
import { getShopPath, pagePath } from '../pages/paths.ts';

export interface MenuLink {
  readonly kind: 'link';
  readonly name: string;
  readonly href: string;
  /** Present when only the menu of small screens shows it. */
  readonly isExtra?: true;
  /** Id of the stored menu that contains the link; set on the top level only. */
  readonly entry?: number;
}

/** Content of a dropdown or a column. It is plain JSON, so that its rendered HTML can be cached. */
export type MenuPart =
  | MenuLink
  | { readonly kind: 'heading'; readonly name: string }
  /** HTML of a block of pages. Its ids are the same wherever the menu is shown. */
  | {
      readonly kind: 'html';
      readonly id: string;
      readonly html: string;
      /** Id of the reusable block. */
      readonly entry?: number;
    }
  /** Contact details and legally required links, which the page layout fills in. */
  | { readonly kind: 'contact' }
  | { readonly kind: 'legal' };

interface MenuColumn {
  readonly title: string;
  readonly parts: readonly MenuPart[];
}

export interface MenuGroup {
  readonly kind: 'group';
  readonly name: string;
  /** Null when it only opens its dropdown. */
  readonly href: string | null;
  /** A plain dropdown has one column; a wide one has several. */
  readonly columns: readonly MenuColumn[];
  readonly isWide: boolean;
  readonly isExtra?: true;
  /** Id of the stored menu that contains the group. */
  readonly entry?: number;
}

export type MenuNode = MenuLink | MenuGroup;

interface Named {
  readonly name: string;
  readonly slug: string;
}

export interface MenuTargets {
  readonly categories: readonly CategoryNode[];
  /** Published pages and posts. */
  readonly entries: readonly (Named & {
    readonly id: number;
    readonly kind: string;
    readonly place: string;
  })[];
  readonly products: ReadonlyMap<number, Named>;
  /** HTML of blocks of pages, by block id. */
  readonly html: ReadonlyMap<string, string>;
}

export const noTargets: MenuTargets = { categories: [], entries: [], products: new Map(), html: new Map() };

const flatten = (nodes: readonly CategoryNode[]): CategoryNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

const readId = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export function listTargetIds(blocks: readonly Block[]) {
  const list = (key: 'entry' | 'product') => [
    ...new Set(
      listBlocks(blocks).flatMap(({ type, values }) => (type.startsWith('menu-') ? (readId(values[key]) ?? []) : [])),
    ),
  ];
  return { entries: list('entry'), products: list('product') };
}

/**
 * Resolves the blocks of a menu to links and texts. Links to unpublished targets are left out.
 * @param entry id of the stored menu
 */
export function resolveMenu(blocks: readonly Block[], targets: MenuTargets, entry?: number): MenuNode[] {
  const categories = new Map(flatten(targets.categories).map((node) => [node.id, node]));
  const entries = new Map(targets.entries.map((entry) => [entry.id, entry]));

  /** Returns null when the target no longer exists, and an empty `href` when no target is chosen. */
  const findTarget = ({ entry, category, product, href }: Block['values']): { name: string; href: string } | null => {
    const ids = { entry: readId(entry), category: readId(category), product: readId(product) };
    if (ids.entry !== null) {
      const found = entries.get(ids.entry);
      const path = found && getShopPath(found);
      return found && path ? { name: found.name, href: path } : null;
    }
    if (ids.category !== null) {
      const found = categories.get(ids.category);
      return found ? { name: found.name, href: categoryPath(found.slug) } : null;
    }
    if (ids.product !== null) {
      const found = targets.products.get(ids.product);
      return found ? { name: found.name, href: productPath(found.slug) } : null;
    }
    const address = readText(href);
    return address === '' || isHref(address) ? { name: '', href: address } : null;
  };

  const toLink = ({ values }: Block): MenuLink[] => {
    const found = findTarget(values);
    const name = readText(values.text) || (found?.name ?? '');
    return found && found.href !== '' && name !== '' ? [{ kind: 'link', name, href: found.href }] : [];
  };

  const toParts = (children: readonly Block[]): MenuPart[] =>
    children.flatMap((child): MenuPart[] => {
      const { id, type, values } = child;
      if (type === 'menu-link') return toLink(child);
      if (type === 'menu-heading') {
        const name = readText(values.title);
        return name === '' ? [] : [{ kind: 'heading', name }];
      }
      if (type === 'menu-categories')
        return targets.categories.slice(0, readCount(values)).map((node) => toCategoryLink(node));
      if (type === 'menu-contact') return [{ kind: 'contact' }];
      if (type === 'menu-pages') {
        const links = targets.entries.flatMap(({ kind, place, slug, name }): MenuPart[] =>
          kind === 'page' && place === values.place ? [{ kind: 'link', name, href: pagePath(slug) }] : [],
        );
        return values.place === 'legal' ? [...links, { kind: 'legal' }] : links;
      }
      const html = targets.html.get(id);
      const reused = type === reusableType ? readId(values.entry) : null;
      return html === undefined ? [] : [{ kind: 'html', id, html, ...(reused !== null && { entry: reused }) }];
    });

  const nodes = blocks.flatMap((block): MenuNode[] => {
    const { type, values, children = [] } = block;
    if (type === 'menu-link') return toLink(block);
    if (type === 'menu-categories') {
      const count = readCount(values);
      return targets.categories.map((node, index) => toCategoryNode(node, index >= count));
    }
    if (type !== 'menu-group' && type !== 'menu-panel') return [];
    const found = findTarget(values);
    const name = readText(values.text) || (found?.name ?? '');
    const isWide = type === 'menu-panel';
    const all = isWide
      ? children.map((column) => ({ title: readText(column.values.title), parts: toParts(column.children ?? []) }))
      : [{ title: '', parts: toParts(children) }];
    const columns = all.filter(({ parts }) => parts.length > 0);
    const href = found?.href || null;
    if (name === '') return [];
    if (columns.length === 0) return href === null ? [] : [{ kind: 'link', name, href }];
    return [{ kind: 'group', name, href, columns, isWide }];
  });
  return entry === undefined ? nodes : nodes.map((node) => ({ ...node, entry }));
}

const readCount = ({ count }: Block['values']): number => (typeof count === 'number' ? count : 0);

const toCategoryLink = ({ name, slug }: CategoryNode): MenuLink => ({ kind: 'link', name, href: categoryPath(slug) });

function toCategoryNode(node: CategoryNode, isExtra: boolean): MenuNode {
  const { name, href } = toCategoryLink(node);
  const extra = isExtra ? { isExtra: true as const } : {};
  if (node.children.length === 0) return { kind: 'link', name, href, ...extra };
  const columns = [{ title: '', parts: node.children.map(toCategoryLink) }];
  return { kind: 'group', name, href, columns, isWide: false, ...extra };
}
