import type { GridColumn, GridFilter, GridRow } from './contract.ts';

/** Filters rows by their loaded cells, not by typed values, so that a row does not vanish while staff edit it. */
export function filterRows<Row extends GridRow>(
  rows: readonly Row[],
  columns: readonly GridColumn[],
  { text, only, options }: GridFilter,
): readonly Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const read = (row: GridRow, name: string) => row.cells[columns.findIndex((column) => column.name === name)] ?? '';
  const isShown = (row: GridRow) => {
    const searched = [row.label, read(row, 'sku'), read(row, 'gtin')].join(' ').toLowerCase();
    return (
      words.every((word) => searched.includes(word)) &&
      options.every((term, index) => term === '' || row.options[index] === term || row.options[index] === '') &&
      (only !== 'unpriced' || read(row, 'regularPrice') === '') &&
      (only !== 'out' || read(row, 'onHand') === '0' || read(row, 'status') === 'out')
    );
  };
  return words.length === 0 && only === '' && options.every((term) => term === '') ? rows : rows.filter(isShown);
}
