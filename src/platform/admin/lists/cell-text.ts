import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { decodeEntities, stripHtml } from '#platform/texts/plain-text.ts';
import type { ListRow } from './list.ts';
import type { ListContext } from './list-context.ts';
import type { ResolvedList } from './resolved-list.ts';
import type { AddedValues } from './statements/load-page.ts';

/** The plain text of a cell, for CSV files and labels. */
function toCellText(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return decodeEntities(stripHtml(renderToStaticMarkup(node)))
    .replace(/\s+/g, ' ')
    .trim();
}

function getTitleColumn({ columns }: Pick<ResolvedList, 'columns'>): string {
  const names = Object.keys(columns);
  return names.find((name) => columns[name]?.onPhone === 'title') ?? names[0] ?? '';
}

export function getRowLabel(list: ResolvedList, row: ListRow, context: ListContext): string {
  return toCellText(list.columns[getTitleColumn(list)]?.cell(row, undefined, context)) || `#${row.id}`;
}

export function toCsvCell(
  list: ResolvedList,
  name: string,
  row: ListRow,
  added: AddedValues,
  context: ListContext,
): string {
  const column = list.columns[name];
  const value = added.get(name)?.get(row.id);
  return column?.csv ? column.csv(row, value, context) : toCellText(column?.cell(row, value, context));
}
