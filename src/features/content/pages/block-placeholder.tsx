import type { Shop } from '#platform/features/shop.ts';
import { renderRows, toKeyedNodes } from '../blocks/render-blocks.tsx';
import { prefixIds } from '../blocks/tree.ts';
import { contentCacheTag } from '../entries/cache-tags.ts';
import { findPublishedTrees } from '../entries/find-published.ts';
import { plainRenderer } from './placed-content.tsx';
import type { PlacedContent, Placeholder } from './placeholders.ts';

/** Maximum number of blocks that placeholders add to one page. Each is loaded by a statement of its own. */
const maxPlaced = 10;

/**
 * Replaces `[block id="5"]` in a product description, a category text or a page with the published blocks of a
 * reusable block. Placeholders within these blocks are not filled in, which prevents cycles.
 */
export const blockPlaceholder: Placeholder = {
  name: 'block',
  styles: null,
  create(shop) {
    let count = 0;
    return async (id) => {
      count += 1;
      return count <= maxPlaced ? place(shop, id, `block${count}-`) : nothing;
    };
  },
};

const nothing: PlacedContent = { node: null, tags: [], until: null };

/** @param prefix prefix of the ids of the blocks, which may be on a page twice */
async function place(shop: Shop, id: number, prefix: string): Promise<PlacedContent> {
  const tag = contentCacheTag(id);
  const { locale } = shop.choices;
  const blocks = id > 2_147_483_647 ? undefined : (await findPublishedTrees(shop.db, [id], locale)).get(id);
  if (!blocks) return { ...nothing, tags: [tag] };
  const options = { isBelowHeading: true, content: plainRenderer };
  const own = blocks.map((block) => prefixIds(block, prefix));
  const { rows, tags, until, styles } = await renderRows(shop, shop.renderContext('/'), own, options);
  return { node: rows.length === 0 ? null : toKeyedNodes(rows), tags: [tag, ...tags], until, styles };
}
