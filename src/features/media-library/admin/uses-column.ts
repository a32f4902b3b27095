import type { AdminExtension } from '#platform/admin/extension.ts';
import { defineAddedColumn, extendList } from '#platform/admin/lists/extend-list.ts';
import { findUses } from '../find-uses.ts';
import { mediaTexts as texts } from '../texts.ts';
import { mediaList } from './media-list.tsx';

/** One statement for the pictures of a page, when somebody chooses the column. */
const usesColumn = defineAddedColumn<readonly string[]>({
  title: texts.uses,
  isHidden: true,
  load: async (shop, db, ids) => {
    const byPicture = Map.groupBy(await findUses(shop, db, ids), ({ mediaId }) => mediaId);
    return new Map([...byPicture].map(([id, uses]) => [id, uses.map(({ label }) => label)]));
  },
  cell: (labels = []) =>
    labels.length > 2 ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}` : labels.join(', '),
});

export const usesOfMedia: readonly AdminExtension[] = extendList(mediaList, { columns: { uses: usesColumn } });
