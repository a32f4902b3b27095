import { escapeFormula, formatCsvLine } from '#platform/csv/csv-line.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type DataSubject, personalData } from '#platform/sessions/personal-data.ts';

/** Records by the name of their part, as JSON. */
type PersonalData = Readonly<Record<string, readonly object[]>>;

export async function collectData(shop: Shop, db: Db, subject: DataSubject): Promise<PersonalData> {
  const parts: [string, readonly object[]][] = [];
  for (const { name, read } of shop.implementations(personalData)) parts.push([name, await read(shop, db, subject)]);
  return Object.fromEntries(parts);
}

/** One line per value: part, number of the record, field, value. Names of nested fields are joined by dots. */
export function formatDataAsCsv(data: PersonalData): string {
  const lines = [formatCsvLine(['part', 'record', 'field', 'value'])];
  // Dates become strings, as in the JSON file.
  const plain = JSON.parse(JSON.stringify(data)) as PersonalData;
  for (const [part, records] of Object.entries(plain))
    for (const [index, record] of records.entries())
      for (const [field, value] of listValues(record, ''))
        lines.push(formatCsvLine([part, String(index + 1), field, escapeFormula(value)]));
  return lines.join('');
}

function* listValues(value: unknown, path: string): Generator<readonly [field: string, value: string]> {
  if (value === null || typeof value !== 'object') yield [path, value === null ? '' : String(value)];
  else for (const [key, inner] of Object.entries(value)) yield* listValues(inner, path === '' ? key : `${path}.${key}`);
}
