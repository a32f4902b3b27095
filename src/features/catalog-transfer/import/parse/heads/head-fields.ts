import translations from './translated-heads.json' with { type: 'json' };

/** Fields by column head of the format, without heads that contain a unit, a number or `meta:`. */
export const singleHeads = {
  ID: 'importId',
  Type: 'type',
  SKU: 'sku',
  'GTIN, UPC, EAN, or ISBN': 'gtin',
  Name: 'name',
  Published: 'published',
  'Is featured?': 'featured',
  'Visibility in catalog': 'visibility',
  'Visibility in catalogue': 'visibility',
  'Short description': 'shortDescription',
  Description: 'description',
  'Date sale price starts': 'saleFrom',
  'Date sale price ends': 'saleTo',
  'Tax status': 'taxStatus',
  'Tax class': 'taxClass',
  'In stock?': 'inStock',
  Stock: 'stock',
  'Low stock amount': 'lowStock',
  'Backorders allowed?': 'backorders',
  'Sold individually?': 'soldIndividually',
  'Allow customer reviews?': 'reviewsAllowed',
  'Purchase note': 'purchaseNote',
  'Sale price': 'salePrice',
  'Regular price': 'regularPrice',
  Categories: 'categories',
  Tags: 'tags',
  Brands: 'brands',
  'Shipping class': 'shippingClass',
  Images: 'images',
  'Download limit': 'downloadLimit',
  'Download expiry days': 'downloadExpiryDays',
  Parent: 'parent',
  'Grouped products': 'grouped',
  Upsells: 'upsells',
  'Cross-sells': 'crossSells',
  'External URL': 'externalUrl',
  'Button text': 'buttonText',
  Position: 'position',
  // Columns of plugins, and this shop's own columns for fields that the format lacks.
  'Tags (comma separated)': 'tags',
  'Tags (space separated)': 'spacedTags',
  'Swatches Attributes': 'swatches',
  Password: 'password',
  post_password: 'password',
  Slug: 'slug',
  'Date published': 'publishedAt',
  'Minimum quantity': 'minQuantity',
  'Maximum quantity': 'maxQuantity',
  'Quantity step': 'quantityStep',
  'Event starts': 'eventStartsAt',
  'Event ends': 'eventEndsAt',
  'Event time zone': 'eventTimeZone',
  'Event place': 'eventPlace',
  'Event URL': 'eventUrl',
  'Add-ons': 'addons',
} as const;

export const measureHeads = { Weight: 'weight', Length: 'length', Width: 'width', Height: 'height' } as const;

/** Columns whose head contains a number; `#` stands for the number. */
export const numberedHeads = {
  'Attribute # name': 'attribute.name',
  'Attribute # value(s)': 'attribute.values',
  'Attribute # visible': 'attribute.visible',
  'Attribute # global': 'attribute.global',
  'Attribute # default': 'attribute.default',
  'Download # name': 'download.name',
  'Download # URL': 'download.url',
} as const;

export type MeasureField = (typeof measureHeads)[keyof typeof measureHeads];
export type ColumnField = (typeof singleHeads)[keyof typeof singleHeads] | MeasureField;
export type NumberedField = (typeof numberedHeads)[keyof typeof numberedHeads];

/** Heads of one language by field. Several versions of a translation are listed with the newest first. */
export type TranslatedHeads = Readonly<
  Partial<Record<ColumnField | NumberedField | 'meta', string | readonly string[]>>
>;

/**
 * Column heads by language as the plugin's exporter writes them, taken from exported files. A head that is not
 * listed has no known translation: the report names its column.
 */
export const translatedHeads: Readonly<Record<string, TranslatedHeads>> = translations;
