import type { Shop } from '#platform/features/shop.ts';
import { searchButton } from '#platform/forms/kinds/records.tsx';
import { findPicker } from '../filter.ts';
import type { AdminView, SortType } from '../list.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { listTexts as texts } from '../texts.ts';
import { type FilterUse, listSuffixes, readFilter } from './filter-kinds.ts';
import type { Cursor, ListState, ViewState } from './list-state.ts';

export interface KnownView {
  readonly id: string;
  readonly name: string;
  /** The state of the view as the query of an address. */
  readonly address: string;
  readonly saved?: SavedView;
}

export interface SavedView {
  readonly isOwn: boolean;
  readonly sharedWith: 'nobody' | 'role' | 'all';
  readonly role: string | null;
}

export interface ReadAddress {
  readonly state: ListState;
  /** The state of the chosen view; without a view, the default state of the list. */
  readonly base: ViewState;
  /** Texts for people about ignored parts of the address. */
  readonly problems: readonly string[];
}

const maxSearch = 200;
const maxAddress = 8000;
/** Characters. No row has a longer key. */
const maxKey = 1000;

/** Reads the state of a list. Unknown and invalid parameters are ignored and reported as problems. */
export function readAddress(shop: Shop, list: ResolvedList, query: string, views: readonly KnownView[]): ReadAddress {
  const problems: string[] = [];
  if (query.length > maxAddress) problems.push(shop.t(texts.addressTooLong));
  // PostgreSQL stores no text with a zero byte.
  const given = new URLSearchParams(query.length > maxAddress ? '' : query.replaceAll('%00', ''));
  const viewId = given.get('view') ?? '';
  const view = views.find(({ id }) => id === viewId);
  if (viewId !== '' && !view) problems.push(shop.t(texts.viewUnknown));
  const viewed = new URLSearchParams(view?.address ?? '');
  // A shared view may have columns that the actor may not see: leaving them out does not change the rows, so it is no
  // problem. Leaving out filters does.
  const base = readViewState(shop, list, viewed, problems, []);
  const isOwn = !view || given.has('own');
  const own = isOwn ? readViewState(shop, list, given, problems) : base;
  for (const read of isOwn ? [given] : [given, viewed]) problems.push(...findUnknownParameters(shop, list, read));
  if (!isOwn && [...listParameters(list)].some((name) => given.has(name))) problems.push(shop.t(texts.viewAsSaved));
  const q = (given.get('q') ?? '').trim();
  if (q.length > maxSearch) problems.push(shop.t(texts.searchTooLong, { max: maxSearch }));
  if (q !== '' && !list.search) problems.push(shop.t(texts.noSearch));
  const cursor = readCursor(given, list.source.sorts[own.sort.name]?.type ?? 'text');
  if (cursor === undefined) problems.push(shop.t(texts.placeUnknown));
  return {
    base,
    problems: [...new Set(problems)],
    state: {
      ...own,
      view: view?.id ?? '',
      q: list.search ? q.slice(0, maxSearch) : '',
      isPart: given.has('contains'),
      cursor: cursor ?? null,
    },
  };
}

function readViewState(
  shop: Shop,
  list: ResolvedList,
  given: URLSearchParams,
  problems: string[],
  columnProblems = problems,
): ViewState {
  const filters = new Map<string, FilterUse>();
  for (const [name, filter] of Object.entries(list.filters)) {
    const read = readFilter(shop, filter, (suffix) => given.getAll(name + suffix));
    if ('problem' in read) problems.push(`${shop.t(filter.title)}: ${read.problem}`);
    else if (read.use !== null) filters.set(name, read.use);
  }
  const columns = readColumns(shop, list, given, columnProblems);
  return { filters, sort: readSort(shop, list, given, problems), columns };
}

function readSort(shop: Shop, { source }: ResolvedList, given: URLSearchParams, problems: string[]): ViewState['sort'] {
  const [first = ''] = Object.keys(source.sorts);
  const text = given.get('sort') ?? '';
  const isReversed = text.startsWith('-');
  const name = isReversed ? text.slice(1) : text;
  if (Object.hasOwn(source.sorts, name)) return { name, isReversed };
  if (text !== '') problems.push(shop.t(texts.sortUnknown));
  return { name: first, isReversed: false };
}

function readColumns(shop: Shop, { columns }: ResolvedList, given: URLSearchParams, problems: string[]): string[] {
  const names = Object.keys(columns);
  // The form sends a parameter for each column, links send one parameter for all columns.
  const asked = given.getAll('columns').flatMap((text) => text.split(','));
  if (asked.some((name) => name !== '' && !names.includes(name))) problems.push(shop.t(texts.columnUnknown));
  const chosen = names.filter((name) => asked.includes(name));
  return chosen.length > 0 ? chosen : names.filter((name) => !columns[name]?.isHidden);
}

const listParameters = (list: ResolvedList): ReadonlySet<string> =>
  new Set([
    'sort',
    'columns',
    ...Object.entries(list.filters).flatMap(([name, filter]) => listSuffixes(filter).map((suffix) => name + suffix)),
  ]);

function findUnknownParameters(shop: Shop, list: ResolvedList, given: URLSearchParams): string[] {
  const pickers = Object.entries(list.filters)
    .filter(([, filter]) => findPicker(filter) !== null)
    .flatMap(([name]) => [`${name}.search`, `${name}.searched`]);
  const known = new Set([
    ...listParameters(list),
    ...pickers,
    searchButton,
    'view',
    'own',
    'q',
    'contains',
    'after',
    'before',
  ]);
  return [...new Set(given.keys())]
    .filter((name) => !known.has(name))
    .map((name) => shop.t(texts.parameterUnknown, { name: name.slice(0, 60) }));
}

const isKey: Readonly<Record<SortType, (key: string) => boolean>> = {
  timestamptz: (key) => /^-?infinity$/.test(key) || isMoment(key),
  bigint: (key) => /^-?\d{1,18}$/.test(key),
  numeric: (key) => /^-?\d{1,40}(\.\d{1,40})?$/.test(key),
  text: (key) => !key.includes('\0'),
};

/** Whether PostgreSQL accepts the date: it refuses 31 February and the year 0. */
function isMoment(key: string): boolean {
  const [, year = '', rest, time] = /^(\d{4,6})(-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?\+00$/.exec(key) ?? [];
  const iso = `${year.length > 4 ? `+${year.padStart(6, '0')}` : year}${rest}T${time}.000Z`;
  const date = new Date(iso);
  return Number(year) > 0 && !Number.isNaN(date.getTime()) && date.toISOString() === iso;
}

/** @returns undefined when the cursor does not fit this list */
function readCursor(given: URLSearchParams, type: SortType): Cursor | null | undefined {
  const [after, before] = [given.get('after') ?? '', given.get('before') ?? ''];
  if (after === '' && before === '') return null;
  const [, id, key = ''] = /^([1-9]\d{0,14}) ([\s\S]*)$/.exec(after || before) ?? [];
  if (id === undefined || key.length > maxKey || !isKey[type](key)) return undefined;
  return { kind: after === '' ? 'before' : 'after', id: Number(id), key };
}

export function writeBuiltInView({ filters = {}, sort, columns }: AdminView): string {
  const written = new URLSearchParams();
  for (const [name, values] of Object.entries(filters))
    for (const value of [values].flat()) written.append(name, value);
  if (sort !== undefined) written.set('sort', sort);
  if (columns !== undefined) written.set('columns', columns.join(','));
  return String(written);
}
