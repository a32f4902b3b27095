import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { type KnownView, writeBuiltInView } from '../address/read-address.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { findViews } from './view-rows.ts';

/**
 * Lists the views that the actor may choose, with one statement: built-in views, then the actor's own, then views
 * that others share.
 */
export async function listViews(shop: Shop, list: ResolvedList, { staffId }: Actor): Promise<readonly KnownView[]> {
  const builtIn = list.views.map((view) => ({
    id: view.id,
    name: shop.t(view.text),
    address: writeBuiltInView(view),
  }));
  const saved = await findViews(shop.db, list.name, staffId);
  return [...builtIn, ...saved.map(({ id, ...view }) => ({ id: String(id), ...view, saved: view }))];
}
