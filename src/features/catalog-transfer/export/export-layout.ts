import { type Db, sqlQuery } from '#platform/database/database.ts';

/** Number of numbered columns, and meta columns, that the catalogue needs. */
export interface ExportLayout {
  readonly attributeCount: number;
  readonly downloadCount: number;
  readonly metaKeys: readonly string[];
  readonly hasSwatches: boolean;
  readonly hasAddons: boolean;
  readonly hasEvents: boolean;
  readonly rowCount: number;
}

const queryLayout = sqlQuery<ExportLayout>(
  'catalog-transfer.export-layout',
  `select
    greatest((select coalesce(max(n), 0) from (select count(*) as n from product_attributes group by product_id) a),
      (select coalesce(max(n), 0) from (select count(*) as n from variation_terms group by variation_id) v))::integer as "attributeCount",
    (select coalesce(max(n), 0) from (select count(*) as n from downloads group by variation_id) d)::integer as "downloadCount",
    (select coalesce(json_agg(key order by key), '[]') from (
      select jsonb_object_keys(meta) as key from products union select jsonb_object_keys(meta) from variations) k) as "metaKeys",
    exists (select from attributes where kind = 'swatch') as "hasSwatches",
    exists (select from product_addons) as "hasAddons",
    exists (select from variations where event_starts_at is not null) as "hasEvents",
    (select count(*) from variations)::integer as "rowCount"`,
);

export const emptyLayout: ExportLayout = {
  attributeCount: 0,
  downloadCount: 0,
  metaKeys: [],
  hasSwatches: false,
  hasAddons: false,
  hasEvents: false,
  rowCount: 0,
};

export async function loadLayout(db: Db): Promise<ExportLayout> {
  return (await queryLayout(db, []))[0] ?? emptyLayout;
}

const singleHeads = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...['Short description', 'Description', 'Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class'],
  ...['In stock?', 'Stock', 'Low stock amount', 'Backorders allowed?', 'Sold individually?'],
  ...['Weight (kg)', 'Length (cm)', 'Width (cm)', 'Height (cm)', 'Allow customer reviews?', 'Purchase note'],
  ...['Sale price', 'Regular price', 'Categories', 'Tags', 'Shipping class', 'Images', 'Download limit'],
  ...['Download expiry days', 'Parent', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text'],
  ...['Position', 'Brands', 'Slug', 'Date published', 'Minimum quantity', 'Maximum quantity', 'Quantity step'],
] as const;

const eventHeads = ['Event starts', 'Event ends', 'Event time zone', 'Event place', 'Event URL'] as const;

const attributeParts = ['name', 'value(s)', 'visible', 'global', 'default'] as const;
const downloadParts = ['name', 'URL'] as const;

export type SingleHead = (typeof singleHeads)[number] | (typeof eventHeads)[number];

export function listHeads({
  attributeCount,
  downloadCount,
  metaKeys,
  hasSwatches,
  hasAddons,
  hasEvents,
}: ExportLayout): string[] {
  const listNumberedHeads = (group: string, count: number, parts: readonly string[]) =>
    Array.from({ length: count }, (_, index) => parts.map((part) => `${group} ${index + 1} ${part}`)).flat();
  return [
    ...singleHeads,
    ...(hasSwatches ? ['Swatches Attributes'] : []),
    ...(hasAddons ? ['Add-ons'] : []),
    ...(hasEvents ? eventHeads : []),
    ...listNumberedHeads('Attribute', attributeCount, attributeParts),
    ...listNumberedHeads('Download', downloadCount, downloadParts),
    ...metaKeys.map((key) => `Meta: ${key}`),
  ];
}

/** Columns of the format, with the first numbers of the numbered columns. */
export const formatHeads: readonly string[] = listHeads({
  ...{ attributeCount: 5, downloadCount: 2, metaKeys: [], rowCount: 0 },
  ...{ hasSwatches: true, hasAddons: true, hasEvents: true },
});
