import { toCategoryPathKey } from '#features/catalog/index.ts';
import { findHead } from './find-head.ts';
import type { CellReader, ParsedRow } from './parsed-row.ts';

/** Characters. Indexed values are limited in length. */
const maxNameLength = 200;
const maxPathLength = 500;

/** Sanitizing nested HTML takes quadratic time: minutes for a megabyte of `<b>`. */
const maxElements = 20_000;

/** Reports texts with too many elements. */
export function checkTexts({ columns, addFault }: CellReader, row: ParsedRow): void {
  for (const field of ['shortDescription', 'description', 'purchaseNote'] as const) {
    const elements = row[field]?.match(/</g)?.length ?? 0;
    if (elements > maxElements) addFault(findHead(columns, field), `has more than ${maxElements} elements`);
  }
}

/** Reports names that are too long. */
export function checkNames({ columns, addFault }: CellReader, row: ParsedRow): void {
  const check = (field: string, names: readonly string[] | undefined, longest = maxNameLength): boolean => {
    const long = names?.find((name) => name.length > longest);
    if (long === undefined) return true;
    addFault(findHead(columns, field), `'${long.slice(0, 30)}…' has more than ${longest} characters`);
    return false;
  };
  if (check('categories', row.categories?.flat()))
    check('categories', row.categories?.map(toCategoryPathKey), maxPathLength);
  check(columns.fields.has('tags') ? 'tags' : 'spacedTags', row.tags);
  check('brands', row.brands);
  check('shippingClass', row.shippingClass === undefined ? [] : [row.shippingClass]);
  for (const { index, name, values } of row.attributes ?? []) {
    check(`attributes.${index}.name`, [name]);
    check(`attributes.${index}.values`, values);
  }
}
