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
 * @param field a path as in problems: `master.salePrice`, `meta.clay`; `attributes.1.default` is the
 * file's second attribute
 */
export function findColumnHead(columns: Columns, field: string): string {
  const path = field.replace(/^master\./, '');
  const [root = '', ...rest] = path.split('.');
  return columns.heads[findColumnIndex(columns, root, rest) ?? -1] ?? '';
}

function findColumnIndex(columns: Columns, root: string, rest: readonly string[]): number | undefined {
  const [nth = '0', part] = rest;
  if (root === 'attributes' || root === 'terms') {
    const attribute = columns.attributes[Number(nth)] ?? columns.attributes[0];
    return attribute?.get(part === 'name' || part === 'default' ? part : 'values');
  }
  if (root === 'downloads') return columns.downloads[Number(nth)]?.get(part === 'name' ? 'name' : 'url');
  if (root === 'meta') return columns.meta.find(({ key }) => key === rest.join('.'))?.index;
  const name = root === 'slug' && !columns.fields.has('slug') ? 'name' : (aliases[[root, ...rest].join('.')] ?? root);
  return columns.fields.entries().find(([known]) => known === name)?.[1];
}
