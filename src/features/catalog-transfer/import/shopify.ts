import { open } from 'node:fs/promises';
import { formatCsvLine, unescapeFormula } from '#platform/csv/csv-line.ts';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';

const shopifyHeads = [
  ...['handle', 'title', 'body (html)', 'vendor', 'product category', 'type', 'tags', 'published', 'option1 name'],
  ...[
    'option1 value',
    'option2 name',
    'option2 value',
    'option3 name',
    'option3 value',
    'variant sku',
    'variant grams',
  ],
  ...['variant inventory tracker', 'variant inventory qty', 'variant inventory policy', 'variant price', 'status'],
  ...['variant compare at price', 'variant requires shipping', 'variant taxable', 'variant barcode', 'variant image'],
  ...['variant weight unit', 'image src', 'image position', 'image alt text', 'seo title', 'seo description'],
] as const;
type ShopifyHead = (typeof shopifyHeads)[number];
const knownHeads: ReadonlySet<string> = new Set(shopifyHeads);

export const isShopifyHead = (head: string): boolean => knownHeads.has(head.trim().toLowerCase());

const heads = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Slug', 'Published', 'Description', 'Regular price'],
  ...[
    'Sale price',
    'Stock',
    'Backorders allowed?',
    'Tax status',
    'Weight (g)',
    'Categories',
    'Tags',
    'Brands',
    'Images',
  ],
  ...['Parent', 'Meta: seo_title', 'Meta: seo_description'],
  ...[1, 2, 3].flatMap((index) => [`Attribute ${index} name`, `Attribute ${index} value(s)`]),
] as const;

/**
 * Shopify columns by column of the translated file. A column without any source in the file is left out, so that the
 * import keeps the stored values.
 */
const sources: Readonly<Partial<Record<(typeof heads)[number], readonly ShopifyHead[]>>> = {
  SKU: ['variant sku'],
  'GTIN, UPC, EAN, or ISBN': ['variant barcode'],
  Name: ['title'],
  Published: ['status', 'published'],
  Description: ['body (html)'],
  'Regular price': ['variant price'],
  'Sale price': ['variant compare at price'],
  Stock: ['variant inventory qty'],
  'Backorders allowed?': ['variant inventory policy'],
  'Tax status': ['variant taxable'],
  'Weight (g)': ['variant grams'],
  Categories: ['product category'],
  Tags: ['tags'],
  Brands: ['vendor'],
  Images: ['image src'],
  'Meta: seo_title': ['seo title'],
  'Meta: seo_description': ['seo description'],
};

interface ShopifyRow {
  readonly line: number;
  readonly get: (head: ShopifyHead) => string;
}

export interface TranslationProblem {
  /** Line in the uploaded file. */
  readonly line: number;
  readonly message: string;
  /** Empty for a row that can't be read. */
  readonly cells: readonly string[];
}

export interface TranslatedFile {
  /** Lines of the Shopify file by line of the translated file. The line of a product has all lines of its handle. */
  readonly lines: ReadonlyMap<number, readonly number[]>;
  readonly unknown: readonly string[];
  readonly problems: readonly TranslationProblem[];
  readonly lastLine: number;
}

/** Limit above the number of rows that a real product has. */
const maxRowsOfProduct = 5_000;

/**
 * Translates a product file of Shopify to the format of the plugin, which the importer reads. The rows
 * of a product have its handle and follow each other. Each translated row is one line.
 */
export async function translateShopifyFile(file: string, target: string): Promise<TranslatedFile> {
  const format = await detectFormat(file, isShopifyHead);
  const output = await open(target, 'wx', 0o600);
  const lines = new Map<number, readonly number[]>();
  const problems: TranslationProblem[] = [];
  let unknown: readonly string[] = [];
  let columns: ReadonlyMap<string, number> | null = null;
  let writtenHeads: readonly (typeof heads)[number][] = heads;
  let written = 1;
  let group: ShopifyRow[] = [];
  const flush = async () => {
    for (const { line, cells } of translateProduct(group)) {
      written += 1;
      // The line of a product refers to all its rows, since they must be corrected together.
      lines.set(written, line === group[0]?.line ? group.map((row) => row.line) : [line]);
      await output.write(formatCsvLine(writtenHeads.map((head) => toOneLine(cells[head] ?? ''))));
    }
    group = [];
  };
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row) problems.push({ line: row.line, message: row.problem, cells: [] });
      else if (columns === null) {
        columns = new Map(row.cells.map((cell, index) => [cell.trim().toLowerCase(), index]));
        const found = columns;
        writtenHeads = heads.filter((head) => sources[head]?.some((source) => found.has(source)) ?? true);
        await output.write(formatCsvLine(writtenHeads));
        unknown = row.cells.filter((cell) => cell.trim() !== '' && !isShopifyHead(cell));
      } else {
        const { cells, line } = row;
        const indexes = columns;
        const get = (head: ShopifyHead) => unescapeFormula((cells[indexes.get(head) ?? -1] ?? '').trim());
        const handle = group[0]?.get('handle');
        if (handle !== undefined && (get('handle') !== handle || group.length === maxRowsOfProduct)) await flush();
        if (get('handle') === '') problems.push({ line, message: 'has no handle', cells });
        else group.push({ line, get });
      }
    }
    await flush();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await flush();
    problems.push({ line: error.line, message: `${error.message}; nothing after this line was read`, cells: [] });
  } finally {
    await output.close();
  }
  return { lines, unknown, problems, lastLine: written };
}

interface TranslatedRow {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<(typeof heads)[number], string>>>;
}

const toOneLine = (cell: string) => cell.replace(/\r\n?|\n/g, '\\n');
/** Escapes commas as lists of the plugin's format require. */
const escapeName = (name: string) => name.replaceAll(',', '\\,').replaceAll('>', ' ');
const optionNumbers = [1, 2, 3] as const;
const isDefaultOption = (row: ShopifyRow) =>
  row.get('option1 name') === 'Title' && row.get('option1 value') === 'Default Title';

function translateProduct(rows: readonly ShopifyRow[]): TranslatedRow[] {
  const [first] = rows;
  if (!first) return [];
  const variants = rows.filter((row) => row.get('option1 value') !== '' || row.get('variant price') !== '');
  const isSimple = variants.length <= 1 && (!first.get('option1 name') || isDefaultOption(first));
  const id = `shopify:${first.get('handle')}`;
  const optionNames = optionNumbers.map((number) => first.get(`option${number} name`));
  const attributes = isSimple
    ? {}
    : Object.fromEntries(
        optionNumbers.flatMap((number, index) => {
          const values = [...new Set(variants.map((row) => row.get(`option${number} value`)).filter(Boolean))];
          if (!optionNames[index] || values.length === 0) return [];
          return [
            [`Attribute ${number} name`, optionNames[index]],
            [`Attribute ${number} value(s)`, values.map(escapeName).join(', ')],
          ];
        }),
      );
  const product: TranslatedRow = {
    line: first.line,
    cells: {
      ...{ ID: id, Type: isSimple ? 'simple' : 'variable', Name: first.get('title'), Slug: first.get('handle') },
      ...{ Published: readStatus(first), Description: first.get('body (html)'), Images: listImages(rows) },
      Categories: first
        .get('product category')
        .split('>')
        .map((name) => name.trim().replaceAll(',', '\\,'))
        .join(' > '),
      ...{ Tags: first.get('tags'), Brands: escapeName(first.get('vendor')) },
      ...{ 'Meta: seo_title': first.get('seo title'), 'Meta: seo_description': first.get('seo description') },
      ...attributes,
      ...(isSimple ? translateVariant(first) : {}),
    },
  };
  if (isSimple) return [product];
  const variations = variants.map((row): TranslatedRow => {
    const values = optionNumbers.map((number) => row.get(`option${number} value`));
    return {
      line: row.line,
      cells: {
        ...{ ID: `${id}:${values.join('/')}`, Type: 'variation', Parent: `id:${id}`, Images: row.get('variant image') },
        Published: '1',
        ...Object.fromEntries(
          optionNumbers.flatMap((number, index) => [
            [`Attribute ${number} name`, values[index] ? (optionNames[index] ?? '') : ''],
            [`Attribute ${number} value(s)`, escapeName(values[index] ?? '')],
          ]),
        ),
        ...translateVariant(row),
      },
    };
  });
  return [product, ...variations];
}

/** The column `Status` is newer than `Published` and has more states. */
function readStatus(row: ShopifyRow): string {
  const status = row.get('status').toLowerCase();
  if (status === 'draft' || status === 'archived') return '-1';
  return /^false$/i.test(row.get('published')) ? '-1' : '1';
}

function translateVariant(row: ShopifyRow): TranslatedRow['cells'] {
  const [price, compareAt] = [row.get('variant price'), row.get('variant compare at price')];
  // For reduced products, Shopify's 'compare at' price is the regular price.
  const isReduced = compareAt !== '' && Number(compareAt) > Number(price);
  const isTracked = row.get('variant inventory tracker') !== '' || row.get('variant inventory qty') !== '';
  return {
    ...{ SKU: row.get('variant sku'), 'GTIN, UPC, EAN, or ISBN': row.get('variant barcode') },
    ...{ 'Regular price': isReduced ? compareAt : price, 'Sale price': isReduced ? price : '' },
    Stock: isTracked ? row.get('variant inventory qty') : '',
    'Backorders allowed?': row.get('variant inventory policy').toLowerCase() === 'continue' ? '1' : '0',
    'Tax status': /^false$/i.test(row.get('variant taxable')) ? 'none' : 'taxable',
    'Weight (g)': row.get('variant grams'),
  };
}

function listImages(rows: readonly ShopifyRow[]): string {
  const images = rows
    .filter((row) => row.get('image src') !== '')
    .map((row) => ({ source: row.get('image src'), position: Number(row.get('image position')) || 0 }));
  const sources = images.toSorted((one, other) => one.position - other.position).map(({ source }) => source);
  return [...new Set(sources)].map((source) => source.replaceAll(',', '%2C')).join(', ');
}
