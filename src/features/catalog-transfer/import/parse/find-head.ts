import type { Columns } from './columns.ts';

const aliases: Readonly<Record<string, string>> = {
  weightGrams: 'weight',
  lengthMm: 'length',
  widthMm: 'width',
  heightMm: 'height',
  'stock.lowStockThreshold': 'lowStock',
  'stock.backorders': 'backorders',
  'stock.status': 'inStock',
};

/**
 * Returns the file's column head for a field of a record; empty when there is none.
 * @param field as in problems: `master.salePrice`, `meta.clay`; `attributes.1.default` is the
 *   file's second attribute
 */
export function findHead(columns: Columns, field: string): string {
  const path = field.replace(/^master\./, '');
  const [own = '', ...rest] = path.split('.');
  return columns.heads[findColumnIndex(columns, own, rest) ?? -1] ?? '';
}

function findColumnIndex(columns: Columns, own: string, rest: readonly string[]): number | undefined {
  const [nth = '0', part] = rest;
  if (own === 'attributes' || own === 'terms') {
    const attribute = columns.attributes[Number(nth)] ?? columns.attributes[0];
    return attribute?.get(part === 'name' || part === 'default' ? part : 'values');
  }
  if (own === 'downloads') return columns.downloads[Number(nth)]?.get(part === 'name' ? 'name' : 'url');
  if (own === 'meta') return columns.meta.find(({ key }) => key === rest.join('.'))?.index;
  const name = own === 'slug' && !columns.fields.has('slug') ? 'name' : (aliases[[own, ...rest].join('.')] ?? own);
  return columns.fields.entries().find(([known]) => known === name)?.[1];
}
