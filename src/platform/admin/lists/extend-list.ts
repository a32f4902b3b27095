import { PgDialect } from 'drizzle-orm/pg-core';
import type { ReactNode } from 'react';
import type { BulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AdminFilter } from './filter.ts';
import { type AdminColumn, type AdminList, type AdminView, type RowsPage, reservedNames } from './list.ts';
import type { ListContext } from './list-context.ts';

/** A column whose values come from another table: one call for all rows of a page, never a join. */
export interface AddedColumn<Value = unknown> extends Omit<AdminColumn<never>, 'cell' | 'csv' | 'sort'> {
  readonly load: (shop: Shop, db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;
  readonly cell: (value: Value | undefined, context: ListContext) => ReactNode;
  readonly csv?: (value: Value | undefined, context: ListContext) => string;
}

export interface ListAdditions {
  readonly columns?: Readonly<Record<string, AddedColumn>>;
  /** Write conditions as `exists (select from own_table t where t.order_id = o.id and …)`. */
  readonly filters?: Readonly<Record<string, AdminFilter>>;
  readonly actions?: readonly BulkAction[];
  readonly pages?: readonly RowsPage[];
  /** Shown after the list's own views. */
  readonly views?: readonly AdminView[];
  /** The button above the rows, for a list that has none. */
  readonly create?: AdminList['create'];
}

export interface ListExtension extends ListAdditions {
  readonly kind: 'list';
  readonly target: string;
}

export function defineAddedColumn<Value>(column: AddedColumn<Value>): AddedColumn {
  // The cast is safe: a list passes the values of `load` to the functions of the same column only.
  return column as unknown as AddedColumn;
}

/**
 * Adds columns, filters, actions or views to a list: `extends: [...extendList(orderList, { columns: { source } })]`
 * in `shop.config.ts`.
 */
export function extendList({ name }: Pick<AdminList, 'name'>, additions: ListAdditions): readonly ListExtension[] {
  return [{ kind: 'list', target: name, ...additions }];
}

interface DeclaredNames {
  readonly permissions: ReadonlySet<string>;
  readonly extensions: readonly ListExtension[];
}

export function findListProblems(
  lists: readonly AdminList[],
  { permissions, extensions }: DeclaredNames,
): readonly string[] {
  const problems: string[] = [];
  for (const [index, { name }] of lists.entries())
    if (lists.findIndex((each) => each.name === name) !== index) problems.push(`list '${name}' has two owners`);
  for (const list of lists) {
    const pages = [list, ...extensions.filter(({ target }) => target === list.name)].flatMap(
      (each) => each.pages ?? [],
    );
    const creates = [list, ...extensions.filter(({ target }) => target === list.name)].flatMap(
      ({ create }) => create ?? [],
    );
    if (creates.length > 1) problems.push(`the list '${list.name}' has two buttons that create a row`);
    const { exportRequires = list.requires } = list;
    const required = [list, { requires: exportRequires }, ...creates, ...pages];
    problems.push(...findUnknownPermissions(`list '${list.name}'`, required, permissions));
    const [first] = Object.keys(list.source.sorts);
    if (Object.values(list.columns).some(({ sort, requires }) => requires !== undefined && sort === first))
      problems.push(`the first sort of the list '${list.name}' is that of a column that not everybody sees`);
  }
  for (const { target, columns = {}, filters = {} } of [
    ...lists.map((list) => ({ ...list, target: list.name })),
    ...extensions,
  ])
    for (const [name, { requires }] of [...Object.entries(columns), ...Object.entries(filters)])
      if (requires !== undefined)
        problems.push(...findUnknownPermissions(`'${name}' of the list '${target}'`, [{ requires }], permissions));
  for (const extension of extensions) {
    const list = lists.find(({ name }) => name === extension.target);
    if (!list) problems.push(`the list '${extension.target}' is extended, but no listed feature owns it`);
    else problems.push(...findExtensionProblems(list, extension, extensions));
  }
  return problems;
}

function findUnknownPermissions(
  what: string,
  required: readonly { readonly requires: string }[],
  permissions: ReadonlySet<string>,
): string[] {
  return required
    .filter(({ requires }) => !permissions.has(requires))
    .map(({ requires }) => `${what} requires '${requires}', but no listed feature declares this permission`);
}

function findExtensionProblems(
  list: AdminList,
  extension: ListExtension,
  all: readonly ListExtension[],
): readonly string[] {
  const others = [list, ...all.filter((each) => each !== extension && each.target === list.name)];
  const problems = (['columns', 'filters'] as const).flatMap((part) =>
    Object.keys(extension[part] ?? {}).flatMap((name) =>
      others.some((other) => name in (other[part] ?? {}))
        ? [`the list '${list.name}' has ${part} named '${name}' twice`]
        : [],
    ),
  );
  for (const { id } of extension.views ?? [])
    if (others.some(({ views = [] }) => views.some((view) => view.id === id)))
      problems.push(`the list '${list.name}' has views named '${id}' twice`);
  if ('sorts' in extension || 'source' in extension)
    problems.push(`the list '${list.name}' can't be sorted by another table: its pages would be read by a join`);
  for (const [name, filter] of Object.entries(extension.filters ?? {})) {
    if (reservedNames.some((reserved) => reserved === name))
      problems.push(`a filter of the list '${list.name}' can't be called '${name}'`);
    if (!isExists(filter))
      problems.push(`the filter '${name}' of the list '${list.name}' has no condition of the form exists (…)`);
  }
  return problems;
}

const dialect = new PgDialect();

function isExists(filter: AdminFilter): boolean {
  const context = {
    now: new Date(0),
    get shop(): never {
      throw new TypeError('the form of a condition is checked before there is a shop: its settings may not decide it');
    },
    get actor(): never {
      throw new TypeError('the form of a condition is checked before anybody reads the list: they may not decide it');
    },
  };
  const condition = () => {
    switch (filter.kind) {
      case 'choice':
        return filter.where([''], context);
      case 'date':
        return filter.where({ from: context.now, before: null }, context);
      case 'money':
      case 'number':
        return filter.where({ min: 1, max: null }, context);
      case 'text':
        return filter.where('text', context);
      case 'flag':
        return filter.where(true, context);
      case 'record':
        return filter.where([1], context);
    }
  };
  return /^\s*(not\s+)?exists\s*\(/i.test(dialect.sqlToQuery(condition()).sql);
}
