import type { ReactNode } from 'react';
import type { BulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { Db } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { ListExtension } from './extend-list.ts';
import type { AdminFilter } from './filter.ts';
import type { AdminColumn, AdminList, AdminView, ListRow, RowsPage } from './list.ts';
import type { ListContext } from './list-context.ts';

export interface ShownColumn extends Omit<AdminColumn<ListRow>, 'cell' | 'csv'> {
  readonly load?: (shop: Shop, db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, unknown>>;
  readonly cell: (row: ListRow, value: unknown, context: ListContext) => ReactNode;
  readonly csv?: ((row: ListRow, value: unknown, context: ListContext) => string) | undefined;
}

export interface ResolvedList extends Omit<AdminList, 'columns' | 'actions' | 'pages' | 'views'> {
  readonly columns: Readonly<Record<string, ShownColumn>>;
  readonly filters: Readonly<Record<string, AdminFilter>>;
  readonly actions: readonly BulkAction[];
  readonly pages: readonly RowsPage[];
  readonly views: readonly AdminView[];
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The lists of the back office by name, including the additions of extensions. */
    readonly adminLists: ReadonlyMap<string, ResolvedList>;
  }
}

/** @throws when `findListProblems` would find a problem */
export function resolveLists(
  lists: readonly AdminList[],
  extensions: readonly ListExtension[] = [],
): ReadonlyMap<string, ResolvedList> {
  return new Map(
    lists.map((list) => [
      list.name,
      resolveList(
        list,
        extensions.filter(({ target }) => target === list.name),
      ),
    ]),
  );
}

function resolveList(list: AdminList, extensions: readonly ListExtension[]): ResolvedList {
  const own = Object.entries(list.columns).map(([name, { cell, csv, ...column }]): [string, ShownColumn] => [
    name,
    {
      ...column,
      cell: (row, _value, context) => cell(row, context),
      csv: csv && ((row, _value, context) => csv(row, context)),
    },
  ]);
  const added = extensions
    .flatMap(({ columns = {} }) => Object.entries(columns))
    .map(([name, { cell, csv, ...column }]): [string, ShownColumn] => [
      name,
      {
        ...column,
        cell: (_row, value, context) => cell(value, context),
        csv: csv && ((_row, value, context) => csv(value, context)),
      },
    ]);
  const create = [list, ...extensions].find((each) => each.create)?.create;
  return {
    ...list,
    ...(create ? { create } : {}),
    columns: Object.fromEntries([...own, ...added]),
    filters: Object.fromEntries(
      [list.filters, ...extensions.map(({ filters = {} }) => filters)].flatMap((each) => Object.entries(each)),
    ),
    actions: [list, ...extensions].flatMap(({ actions }) => actions ?? []),
    pages: [list, ...extensions].flatMap(({ pages }) => pages ?? []),
    views: [list, ...extensions].flatMap(({ views }) => views ?? []),
  };
}

/**
 * Returns the list without the parts that the actor may not use: columns with their sorts, filters, and built-in
 * views that need either.
 */
export function limitList(list: ResolvedList, actor: Actor): ResolvedList {
  const isOpen = ({ requires }: { readonly requires?: string }) =>
    requires === undefined || isPermitted(actor, requires);
  const all = [...Object.values(list.columns), ...Object.values(list.filters)];
  if (all.every(isOpen)) return list;
  const pick = <Part extends { readonly requires?: string }>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).filter(([, part]) => isOpen(part)));
  const [columns, filters] = [pick(list.columns), pick(list.filters)];
  const locked = new Set(Object.values(list.columns).flatMap((each) => (isOpen(each) ? [] : (each.sort ?? []))));
  const sorts = Object.fromEntries(Object.entries(list.source.sorts).filter(([name]) => !locked.has(name)));
  const isUsable = ({ filters: set = {}, sort = '' }: AdminView) =>
    Object.keys(set).every((name) => (name.split('.')[0] ?? '') in filters) && !locked.has(sort.replace(/^-/, ''));
  return { ...list, columns, filters, views: list.views.filter(isUsable), source: { ...list.source, sorts } };
}

export function listBulkActions(
  features: readonly Pick<Feature, 'admin'>[],
  extensions: readonly ListExtension[] = [],
): readonly BulkAction[] {
  const areas = features.flatMap(({ admin }) => admin ?? []);
  const lists = areas.flatMap(({ lists = [] }) => lists);
  return [
    ...new Set([
      ...areas.flatMap(({ bulkActions = [] }) => bulkActions),
      ...[...lists, ...extensions].flatMap(({ actions = [] }) => actions),
    ]),
  ];
}
