import { z } from 'zod';
import { type AddonDefinition, addonFileTypes, addonKinds } from '#features/pricing/index.ts';
import type { CellReader } from './cell-reader.ts';
import { readFlag, readName, readNames, splitList } from './cell-values.ts';
import type { ParsedAttribute, ParsedRow, ParsedSwatches } from './parsed-row.ts';

export function readAttributes(reader: CellReader, isVariation: boolean): ParsedAttribute[] | undefined {
  const { attributes, heads } = reader.columns;
  type Part = Parameters<(typeof attributes)[number]['get']>[0];
  const getHead = (columns: ReadonlyMap<Part, number>, part: Part) => heads[columns.get(part) ?? -1] ?? '';
  if (attributes.length === 0) return undefined;
  return attributes.flatMap((columns, index) => {
    const name = readName(reader.readCell(columns.get('name')));
    const values = readNames(reader.readCell(columns.get('values')));
    if (name === '') {
      // Without the attribute's name the row would lose the values that distinguish it.
      if (values.length > 0)
        reader.addError(getHead(columns, 'values'), `'${values.join(', ')}' has no name of its attribute`);
      return [];
    }
    const readFlagOf = (part: 'visible' | 'global') => {
      const flag = readFlag(reader.readCell(columns.get(part)));
      if (!flag.ok) reader.addError(getHead(columns, part), flag.message);
      return flag.ok && flag.value;
    };
    const visible = columns.has('visible') ? reader.readCell(columns.get('visible')) : '';
    return [
      {
        index,
        name,
        // A variation has one value, and some exports don't escape its commas.
        values: isVariation && values.length > 1 ? [values.join(', ')] : values,
        visible: visible === '' ? undefined : readFlagOf('visible'),
        global: readFlagOf('global'),
        default: columns.has('default')
          ? readNames(reader.readCell(columns.get('default'))).join(', ') || null
          : undefined,
      },
    ];
  });
}

export function readDownloads(reader: CellReader): ParsedRow['downloads'] {
  const { downloads } = reader.columns;
  if (downloads.length === 0) return undefined;
  return downloads.flatMap((columns) => {
    const location = reader.readCell(columns.get('url'));
    if (location === '') return [];
    return [{ name: reader.readCell(columns.get('name')) || (location.split('/').at(-1) ?? location), location }];
  });
}

export function readMeta(reader: CellReader): Readonly<Record<string, string>> | undefined {
  const { meta } = reader.columns;
  if (meta.length === 0) return undefined;
  return Object.fromEntries(
    meta.map(({ key, index }) => [key, reader.readCell(index)]).filter(([, value]) => value !== ''),
  );
}

/** Swatch plugins write false or null for missing values, and a list for an object with the keys 0, 1 and 2. */
const jsonText = z
  .unknown()
  .transform((value) => (['string', 'number'].includes(typeof value) ? String(value) : ''))
  .default('');
const jsonTable = <Value extends z.ZodType>(value: Value) => z.union([z.record(z.string(), value), z.array(value)]);
const swatchTermSchema = z.object({ name: jsonText, color: jsonText, image: jsonText });
const swatchesSchema = jsonTable(
  z.object({ name: jsonText, type: jsonText, terms: jsonTable(swatchTermSchema).default({}) }),
);

/** Attribute types that show names even if their terms have colors. */
const kindsWithoutSwatches = ['select', 'button', 'label', 'radio'];

/**
 * Reads swatches as plugins write them: `{ "Glaze": { "type": "image", "terms": { "Sea": { "color":
 * "#7aa0a8", "image": "https://…" } } } }`.
 */
export function readSwatches(reader: CellReader): ParsedSwatches[] {
  const cell = reader.readText('swatches');
  if (cell === undefined || cell === '' || cell === '[]') return [];
  const parsed = swatchesSchema.safeParse(parseJson(cell));
  if (!parsed.success) {
    reader.addWarning(
      'swatches',
      'BAD_VALUE',
      'the swatches are not valid JSON of a swatch plugin and were not changed',
    );
    return [];
  }
  return Object.entries(parsed.data).flatMap(([key, { name, type, terms }]) => {
    if (kindsWithoutSwatches.includes(type)) return [];
    const swatches = Object.entries(terms).flatMap(([term, { name: termName, ...swatch }]) => {
      const color = parseColor(swatch.color);
      const image = (type === 'color' ? '' : swatch.image.trim()) || null;
      return color === null && image === null ? [] : [{ name: readName(termName || term), color, image }];
    });
    return swatches.length === 0 ? [] : [{ attribute: readName(name || key), terms: swatches }];
  });
}

/** `#abc` -> `#aabbcc` */
function parseColor(text: string): string | null {
  const [, digits = ''] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (digits === '') return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`.toLowerCase();
}

const addonsSchema: z.ZodType<AddonDefinition[]> = z.array(
  z.object({
    key: z.string(),
    kind: z.enum(addonKinds),
    label: z.string(),
    help: z.string().default(''),
    required: z
      .union([z.boolean(), z.literal([0, 1, '0', '1']).transform((flag) => Number(flag) === 1)])
      .default(false),
    maxLength: z.int().nullable().default(null),
    price: z.int().default(0),
    options: z.array(z.object({ value: z.string(), label: z.string(), price: z.int() })).default([]),
    fileRule: z.object({ types: z.array(z.enum(addonFileTypes)), maxBytes: z.int(), maxFiles: z.int() }).optional(),
  }),
);

/** Reads this shop's own column: add-ons as JSON with prices in minor units. */
export function readAddons(reader: CellReader): readonly AddonDefinition[] | undefined {
  return reader.readField('addons', (cell) => {
    if (cell === '') return { ok: true, value: [] };
    const parsed = addonsSchema.safeParse(parseJson(cell));
    if (parsed.success) return { ok: true, value: parsed.data };
    return { ok: false, message: `not valid add-ons: ${z.prettifyError(parsed.error).split('\n')[0] ?? ''}` };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The format allows a tree of brands; the shop keeps the last name of each path. */
export function readBrands(reader: CellReader): string[] | undefined {
  const cell = reader.readText('brands');
  return cell === undefined
    ? undefined
    : splitList(cell).flatMap((path) => readName(path.split('>').at(-1) ?? '') || []);
}
