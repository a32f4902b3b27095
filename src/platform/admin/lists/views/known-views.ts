import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { type KnownView, writeBuiltInView } from '../address/read-address.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { findViews } from './view-rows.ts';

/** The views that somebody may choose: built in, then their own, then those that others share. One statement. */
export async function listViews(shop: Shop, list: ResolvedList, { staffId }: Actor): Promise<readonly KnownView[]> {
  const builtIn = list.views.map((view) => ({
    id: view.id,
    name: shop.t(view.text),
    address: writeBuiltInView(view),
  }));
  const saved = await findViews(shop.db, list.name, staffId);
  return [...builtIn, ...saved.map(({ id, ...view }) => ({ id: String(id), ...view, saved: view }))];
}
