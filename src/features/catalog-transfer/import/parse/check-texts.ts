import { toCategoryPathKey } from '#features/catalog/index.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { CellReader } from './cell-reader.ts';
import { findColumnHead } from './find-column-head.ts';
import type { ParsedRow } from './parsed-row.ts';

/** Characters. Database indexes limit the length of values. */
const maxNameLength = 200;
const maxPathLength = 500;

/** Sanitizing nested HTML takes quadratic time: minutes for a megabyte of `<b>`. */
const maxElements = 20_000;

export function checkTexts({ columns, addError }: CellReader, row: ParsedRow): void {
  for (const field of ['shortDescription', 'description', 'purchaseNote'] as const) {
    const elements = row[field]?.match(/</g)?.length ?? 0;
    if (elements > maxElements) addError(findColumnHead(columns, field), `has more than ${maxElements} elements`);
  }
}

export function checkNames({ columns, addError }: CellReader, row: ParsedRow): void {
  const checkLengths = (field: string, names: readonly string[] | undefined, maxLength = maxNameLength): boolean => {
    const tooLong = names?.find((name) => name.length > maxLength);
    if (tooLong === undefined) return true;
    addError(findColumnHead(columns, field), `'${cutText(tooLong, 30)}…' has more than ${maxLength} characters`);
    return false;
  };
  if (checkLengths('categories', row.categories?.flat()))
    checkLengths('categories', row.categories?.map(toCategoryPathKey), maxPathLength);
  checkLengths(columns.fields.has('tags') ? 'tags' : 'spacedTags', row.tags);
  checkLengths('brands', row.brands);
  checkLengths('shippingClass', row.shippingClass === undefined ? [] : [row.shippingClass]);
  for (const { index, name, values } of row.attributes ?? []) {
    checkLengths(`attributes.${index}.name`, [name]);
    checkLengths(`attributes.${index}.values`, values);
  }
}
