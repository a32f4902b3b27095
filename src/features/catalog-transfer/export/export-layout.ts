import { type Db, sqlQuery } from '#platform/database/database.ts';

/** The number of numbered columns of the catalogue, and its meta keys. */
export interface ExportLayout {
  readonly attributes: number;
  readonly downloads: number;
  readonly meta: readonly string[];
  readonly swatches: boolean;
  readonly addons: boolean;
  /** Products and variations. */
  readonly rows: number;
}

const findLayout = sqlQuery<ExportLayout>(
  'catalog-transfer.export-layout',
  `select
    greatest((select coalesce(max(n), 0) from (select count(*) as n from product_attributes group by product_id) a),
      (select coalesce(max(n), 0) from (select count(*) as n from variation_terms group by variation_id) v))::integer as attributes,
    (select coalesce(max(n), 0) from (select count(*) as n from downloads group by variation_id) d)::integer as downloads,
    (select coalesce(json_agg(key order by key), '[]') from (
      select jsonb_object_keys(meta) as key from products union select jsonb_object_keys(meta) from variations) k) as meta,
    exists (select from attributes where kind = 'swatch') as swatches,
    exists (select from product_addons) as addons,
    (select count(*) from variations)::integer as rows`,
);

const emptyLayout: ExportLayout = { attributes: 0, downloads: 0, meta: [], swatches: false, addons: false, rows: 0 };

export async function loadLayout(db: Db): Promise<ExportLayout> {
  return (await findLayout(db, []))[0] ?? emptyLayout;
}

const singleHeads = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...['Short description', 'Description', 'Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class'],
  ...['In stock?', 'Stock', 'Low stock amount', 'Backorders allowed?', 'Sold individually?'],
  ...['Weight (kg)', 'Length (cm)', 'Width (cm)', 'Height (cm)', 'Allow customer reviews?', 'Purchase note'],
  ...['Sale price', 'Regular price', 'Categories', 'Tags', 'Shipping class', 'Images', 'Download limit'],
  ...['Download expiry days', 'Parent', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text'],
  ...['Position', 'Brands', 'Slug', 'Date published'],
] as const;

const perAttribute = ['name', 'value(s)', 'visible', 'global', 'default'] as const;
const perDownload = ['name', 'URL'] as const;

export type SingleHead = (typeof singleHeads)[number];

/** Column heads in the order of the file. */
export function listHeads({ attributes, downloads, meta, swatches, addons }: ExportLayout): string[] {
  const numbered = (group: string, count: number, parts: readonly string[]) =>
    Array.from({ length: count }, (_, at) => parts.map((part) => `${group} ${at + 1} ${part}`)).flat();
  return [
    ...singleHeads,
    ...(swatches ? ['Swatches Attributes'] : []),
    ...(addons ? ['Add-ons'] : []),
    ...numbered('Attribute', attributes, perAttribute),
    ...numbered('Download', downloads, perDownload),
    ...meta.map((key) => `Meta: ${key}`),
  ];
}
