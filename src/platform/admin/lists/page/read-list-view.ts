import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { readAddress } from '../address/read-address.ts';
import { createListContext } from '../list-context.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { listViews } from '../views/known-views.ts';
import type { ListView } from './list-view.ts';

/** Reads what an address shows to somebody. One statement, for the saved views. */
export async function readListView(shop: Shop, list: ResolvedList, actor: Actor, query: string): Promise<ListView> {
  const views = await listViews(shop, list, actor);
  return { list, views, query, context: createListContext(shop, actor), ...readAddress(shop, list, query, views) };
}
