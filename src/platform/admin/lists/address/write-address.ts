import type { ResolvedList } from '../resolved-list.ts';
import type { ListSort, ListState, ViewState } from './list-state.ts';

/** Writes the query of a state. Parts that equal the state of its view are left out. */
export function writeQuery(list: ResolvedList, state: ListState, base: ViewState): string {
  const written = new URLSearchParams();
  const content = writeViewState(list, state);
  const isChanged = content !== writeViewState(list, base);
  if (state.view !== '') written.set('view', state.view);
  if (isChanged && state.view !== '') written.set('own', '1');
  if (isChanged || state.view === '')
    for (const [name, value] of new URLSearchParams(content)) written.append(name, value);
  if (state.q !== '') written.set('q', state.q);
  if (state.q !== '' && state.isPart) written.set('contains', '1');
  if (state.cursor) written.set(state.cursor.kind, `${state.cursor.id} ${state.cursor.key}`);
  return String(written);
}

export function isViewChanged(list: ResolvedList, state: ViewState, base: ViewState): boolean {
  return writeViewState(list, state) !== writeViewState(list, base);
}

/** Writes filters, sort and columns. Defaults of the list are left out. */
export function writeViewState(list: ResolvedList, { filters, sort, columns }: ViewState): string {
  const written = new URLSearchParams();
  for (const [name, { written: parts }] of filters)
    for (const [suffix, text] of parts) written.append(name + suffix, text);
  const [first = ''] = Object.keys(list.source.sorts);
  if (sort.name !== first || sort.isReversed) written.set('sort', writeSort(sort));
  const names = columns.join(',');
  const shown = Object.entries(list.columns).flatMap(([name, { isHidden }]) => (isHidden ? [] : [name]));
  if (names !== shown.join(',')) written.set('columns', names);
  return String(written);
}

export const writeSort = ({ name, isReversed }: ListSort): string => (isReversed ? `-${name}` : name);

export function writeAddress(list: ResolvedList, state: ListState, base: ViewState): string {
  const query = writeQuery(list, state, base);
  return query === '' ? list.path : `${list.path}?${query}`;
}
