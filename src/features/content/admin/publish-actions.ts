import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { findEntry, publish, unpublish } from '../entries/save-entry.ts';
import { findMenuProblem } from '../menus/find-menu-problem.ts';
import { contentTexts as texts } from './texts.ts';

/** Publishes the newest revision. */
export const publishEntry = defineBulkAction({
  ...{ name: 'content.publish', text: texts.publish, subject: 'content', requires: 'content.write' },
  run: async (shop, tx, id) => {
    const entry = await findEntry(tx, id, true);
    if (!entry) return { ok: false, code: 'CONTENT_UNKNOWN', message: shop.t(texts.gone) };
    const { title: label, draftId, publishedId } = entry;
    if (draftId === publishedId && entry.scheduledId === null)
      return { ok: false, code: 'CONTENT_UNCHANGED', message: shop.t(texts.alreadyPublished), label, isSkipped: true };
    const problem = await findMenuProblem(shop, tx, entry, entry.tree.blocks);
    if (problem !== null) return { ok: false, code: 'BLOCK_MISPLACED', message: problem, label };
    await publish(shop, tx, id, draftId);
    return { ok: true, change: { label, before: { published: publishedId }, after: { published: draftId } } };
  },
});

/** Hides an entry from shoppers. Its drafts and revisions stay. */
export const unpublishEntry = defineBulkAction({
  ...{ name: 'content.unpublish', text: texts.unpublish, subject: 'content', requires: 'content.write' },
  run: async (shop, tx, id) => {
    const entry = await findEntry(tx, id, true);
    if (!entry) return { ok: false, code: 'CONTENT_UNKNOWN', message: shop.t(texts.gone) };
    const { title: label, publishedId, scheduledId } = entry;
    if (publishedId === null && scheduledId === null)
      return { ok: false, code: 'CONTENT_UNCHANGED', message: shop.t(texts.notPublished), label, isSkipped: true };
    await unpublish(shop, tx, id);
    const before = { published: publishedId, scheduled: scheduledId };
    return { ok: true, change: { label, before, after: { published: null, scheduled: null } } };
  },
});
