import { type ComposedStatement, toStatement } from '#platform/database/composed-statement.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { createSampleUse, type FilterUse } from '../address/filter-kinds.ts';
import type { Cursor, ListSort } from '../address/list-state.ts';
import type { SortType } from '../list.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { composeIds, composePage, maxCount, pageSize, type Selection } from './compose.ts';

export interface ListStatement extends ComposedStatement {
  /** For example `promotions.coupons: state=running, sort -newest`. */
  readonly name: string;
}

const sampleKeys: Readonly<Record<SortType, string>> = {
  timestamptz: '2026-11-01 12:00:00+00',
  bigint: '1000',
  numeric: '1000',
  text: 'm',
};

/**
 * Lists the statements of a list for the tests that examine their query plans: each filter alone, with each of its
 * options; each pair of filters; the search; each sort in both directions and from both sides; the ids for an action.
 */
export function listStatementsOf(shop: Shop, list: ResolvedList): readonly ListStatement[] {
  const [first = ''] = Object.keys(list.source.sorts);
  const defaultSort: ListSort = { name: first, isReversed: false };
  const page = (name: string, filters: Selection['state']['filters'], q = ''): ListStatement[] => {
    const selection: Selection = { actor: createSystemActor('shop'), now: shop.clock.now(), state: { filters, q } };
    const part = { sort: defaultSort, cursor: null, limit: pageSize, isCounted: true };
    return [
      describe(list, name, composePage(list, selection, part)),
      describe(list, `${name}, ids`, composeIds(list, selection, maxCount)),
    ];
  };
  const uses = Object.entries(list.filters).map(([name, filter]) => ({ name, uses: createSampleUse(shop, filter) }));
  const alone = uses.flatMap((each) => each.uses.map((use) => [[each.name, use] as const]));
  const pairs = uses.flatMap((one, index) =>
    uses.slice(index + 1).flatMap((other) => {
      const [use, otherUse] = [one.uses[0], other.uses[0]];
      return use && otherUse ? [[[one.name, use] as const, [other.name, otherUse] as const]] : [];
    }),
  );
  const chosen = [[], ...alone, ...pairs].flatMap((set: readonly (readonly [string, FilterUse])[]) =>
    page(
      set.map(([name, { written }]) => `${name}=${written.map(([, text]) => text).join()}`).join(' ') || 'all',
      new Map(set),
    ),
  );
  const searched = list.search ? page('search', new Map(), list.search.sample) : [];
  return [...chosen, ...searched, ...listSorted(shop, list)];
}

function listSorted(shop: Shop, list: ResolvedList): ListStatement[] {
  const selection: Selection = {
    ...{ actor: createSystemActor('shop'), now: shop.clock.now() },
    state: { filters: new Map(), q: '' },
  };
  return Object.entries(list.source.sorts).flatMap(([name, { type }]) => {
    const place = { id: 1000, key: sampleKeys[type] };
    const cursors: (Cursor | null)[] = [null, { kind: 'after', ...place }, { kind: 'before', ...place }];
    return cursors.flatMap((cursor) =>
      [false, true].map((isReversed) => {
        const part = { sort: { name, isReversed }, cursor, limit: pageSize, isCounted: false };
        const title = `sort ${isReversed ? '-' : ''}${name} ${cursor?.kind ?? ''}`.trim();
        return describe(list, title, composePage(list, selection, part));
      }),
    );
  });
}

const describe = (list: ResolvedList, name: string, composed: Parameters<typeof toStatement>[0]): ListStatement => ({
  name: `${list.name}: ${name}`,
  ...toStatement(composed),
});
