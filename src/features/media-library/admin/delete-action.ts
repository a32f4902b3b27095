import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { Shop } from '#platform/features/shop.ts';
import { deleteMedia } from '../delete-media.ts';
import { type FoundUse, findUses } from '../find-uses.ts';
import { nameMedia } from '../media-subject.ts';
import { mediaTexts as texts } from '../texts.ts';

const describeUses = ({ t }: Shop, uses: readonly FoundUse[]): string => {
  const labels = uses.slice(0, 3).map(({ label }) => label);
  return t(texts.inUse, { count: uses.length, label: labels.join(', ') });
};

/** Files are deleted after the commit, so it has no undo. */
export const deleteMediaAction = defineBulkAction({
  ...{
    name: 'media-library.delete-pictures',
    text: texts.delete,
    subject: 'media',
    requires: 'media.write',
    isDangerous: true,
  },
  check: async (shop, db, ids) => {
    const byPicture = Map.groupBy(await findUses(shop, db, ids), ({ mediaId }) => mediaId);
    return [...byPicture].map(([id, uses]) => ({ id, code: 'MEDIA_IN_USE', message: describeUses(shop, uses) }));
  },
  run: async (shop, tx, id) => {
    const deleted = await deleteMedia(shop, tx, id);
    if (deleted.ok) {
      const { name, alt } = deleted.media;
      return { ok: true, change: { label: nameMedia(deleted.media), before: { name, alt }, after: null } };
    }
    if (deleted.code === 'not_found') return { ok: false, code: 'MEDIA_GONE', message: shop.t(texts.deleteGone) };
    const message = describeUses(shop, await findUses(shop, tx, [id]));
    return { ok: false, code: deleted.code, message, label: nameMedia(deleted.media) };
  },
});
