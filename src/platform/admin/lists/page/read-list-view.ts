import type { Shop } from '#platform/features/shop.ts';
import type { PickedRecords } from '#platform/forms/field.ts';
import { searchButton } from '#platform/forms/kinds/records.tsx';
import type { Actor } from '#platform/sessions/actor.ts';
import type { ListState } from '../address/list-state.ts';
import { readAddress } from '../address/read-address.ts';
import { findPicker } from '../filter.ts';
import { createListContext, type ListContext } from '../list-context.ts';
import { limitList, type ResolvedList } from '../resolved-list.ts';
import { listViews } from '../views/known-views.ts';
import type { ListView } from './list-view.ts';

const maxPickerSearch = 200;

/**
 * Reads what an address shows to the actor, limited to the parts of the list that the actor may use. Needs one
 * statement for the saved views, one for each filter by records that is set, and one for each that is searched.
 */
export async function readListView(shop: Shop, whole: ResolvedList, actor: Actor, query: string): Promise<ListView> {
  const list = limitList(whole, actor);
  const views = await listViews(shop, list, actor);
  const context = createListContext(shop, actor);
  const { state, ...read } = readAddress(shop, list, query, views);
  const pickers = await loadPickers(list, context, state.filters, new URLSearchParams(query));
  const filters = [...state.filters].map(([name, use]) => {
    const label = pickers.get(name)?.chosen.map((record) => record.label);
    return [name, label ? { ...use, label: label.join(', ') } : use] as const;
  });
  return { list, views, query, context, pickers, ...read, state: { ...state, filters: new Map(filters) } };
}

/** Loads the names of records, since the address contains their ids. A search without a text loads suggestions. */
async function loadPickers(
  { filters }: ResolvedList,
  { shop, actor }: ListContext,
  set: ListState['filters'],
  given: URLSearchParams,
): Promise<ReadonlyMap<string, PickedRecords>> {
  const context = { shop, db: shop.db, actor };
  const loaded = Object.entries(filters).map(async ([name, filter]) => {
    if (filter.kind !== 'record') return [];
    const ids = set.get(name)?.written.map(([, id]) => Number(id)) ?? [];
    const text = (given.get(`${name}.search`) ?? '').trim().slice(0, maxPickerSearch);
    const isSearched = text !== '' || given.get(searchButton) === name;
    if (ids.length === 0 && !isSearched) return [];
    const named = ids.length === 0 ? [] : await filter.picker.load(context, ids);
    const chosen = ids.map((id) => named.find((each) => each.id === id) ?? { id, label: `#${id}` });
    const found = isSearched ? ((await findPicker(filter)?.search(context, text)) ?? null) : null;
    return [[name, { chosen, found }] as const];
  });
  return new Map((await Promise.all(loaded)).flat());
}
