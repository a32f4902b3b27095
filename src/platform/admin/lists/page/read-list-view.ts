import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { ListState } from '../address/list-state.ts';
import { readAddress } from '../address/read-address.ts';
import { createListContext, type ListContext } from '../list-context.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { listViews } from '../views/known-views.ts';
import type { ListView } from './list-view.ts';

/** Reads what an address shows to somebody. One statement for the saved views, and one for each filter by records. */
export async function readListView(shop: Shop, list: ResolvedList, actor: Actor, query: string): Promise<ListView> {
  const views = await listViews(shop, list, actor);
  const context = createListContext(shop, actor);
  const { state, ...read } = readAddress(shop, list, query, views);
  const filters = await nameRecords(list, context, state.filters);
  return { list, views, query, context, ...read, state: { ...state, filters } };
}

/** The address has ids of records, people read their names. */
async function nameRecords({ filters }: ResolvedList, { shop, actor }: ListContext, set: ListState['filters']) {
  const named = [...set].map(async ([name, use]) => {
    const filter = filters[name];
    if (filter?.kind !== 'record') return [name, use] as const;
    const ids = use.written.map(([, id]) => Number(id));
    const records = await filter.picker.load({ shop, db: shop.db, actor }, ids);
    const label = ids.map((id) => records.find((each) => each.id === id)?.label ?? `#${id}`).join(', ');
    return [name, { ...use, label }] as const;
  });
  return new Map(await Promise.all(named));
}
