import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Block } from '../blocks/block.ts';
import { getBlockTypes } from '../blocks/block-types.ts';
import { listBlocks, listReusedIds } from '../blocks/tree.ts';
import type { Tree } from '../entries/find-published.ts';
import type { EntryKind } from '../entries/save-entry.ts';
import { menuTexts as texts } from './texts.ts';

interface Shown {
  readonly id: number;
  readonly title: string;
  readonly tree: Tree;
}

// The lock makes a publication of another revision wait, which then finds the menu that shows the block.
const lockReusable = sqlQuery(
  'content.lock-reusable',
  'select from content_entries where id = any($1::integer[]) for share',
);
const findReusable = sqlQuery<Shown>(
  'content.find-reusable-of-menu',
  `select e.id, r.title, r.tree from content_entries e join content_revisions r on r.id = e.published_id
  where e.id = any($1::integer[]) and e.kind = 'block' and e.locale = $2`,
);
const findMenus = sqlQuery<Shown>(
  'content.find-menus-of-reusable',
  `select e.id, r.title, r.tree from content_entries e join content_revisions r on r.id = e.published_id
  where e.locale = $1 and e.slug in ('menu.main', 'menu.footer') and e.kind = 'menu'`,
);

/**
 * Returns why a menu can't show the blocks: neither a menu nor the reusable blocks in it may contain blocks that
 * stand only on pages. Null when it can.
 * @param entry the caller has locked it, unless it is new
 */
export async function findMenuProblem(
  shop: Shop,
  tx: Tx,
  { id, kind }: { readonly id: number | null; readonly kind: EntryKind },
  blocks: readonly Block[],
): Promise<string | null> {
  const { t, choices } = shop;
  const types = getBlockTypes(shop);
  const nameMisplaced = (list: readonly Block[]): string | null => {
    const found = listBlocks(list).map(({ type }) => types.get(type));
    const misplaced = found.find((definition) => definition?.stands === 'page');
    return misplaced ? t(misplaced.text) : null;
  };
  if (kind === 'menu') {
    const ids = listReusedIds(blocks);
    if (ids.length === 0) return null;
    await lockReusable(tx, [ids]);
    for (const { title, tree } of await findReusable(tx, [ids, choices.locale])) {
      const block = nameMisplaced(tree.blocks);
      if (block !== null) return t(texts.menuTakesNot, { title, block });
    }
  }
  const block = kind === 'block' && id !== null ? nameMisplaced(blocks) : null;
  if (block === null) return null;
  const menu = (await findMenus(tx, [choices.locale])).find(({ tree }) => listReusedIds(tree.blocks).includes(id ?? 0));
  return menu ? t(texts.shownInMenu, { menu: menu.title, block }) : null;
}
