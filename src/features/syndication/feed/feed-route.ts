import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { getProductViews } from '#features/catalog/index.ts';
import { countHandlingDays, type DayRange } from '#features/delivery-dates/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import { chooseCoding } from '#platform/pages/content-coding.ts';
import { feedPath } from '../contract.ts';
import type { OfferFacts } from '../offer-facts.ts';
import { buildProductFacts, type ProductFacts } from '../product-facts.ts';
import { syndicationSettings } from '../settings.ts';
import { renderElement } from '../xml.ts';
import { createFeedSpool } from './feed-spool.ts';

/** Google Merchant Center allows ten additional images besides the main image. */
const maxAdditionalImages = 10;

/** Renders one item for each variation that the shop itself sells. */
function renderFeedItems({ settings }: Pick<Shop, 'settings'>, facts: ProductFacts, now: Date): string {
  const handlingDays = countHandlingDays({ settings });
  const commonFields = [
    renderField('description', facts.description),
    renderField('brand', facts.brand),
    renderField('condition', settings(syndicationSettings).condition),
    renderField('product_type', facts.categories.map(({ name }) => name).join(' > ') || null),
    renderField('google_product_category', facts.googleCategory),
    renderField('item_group_id', facts.type === 'variable' ? String(facts.id) : null),
    renderField('canonical_link', facts.url),
  ];
  return facts.offers
    .filter(({ isOwn }) => isOwn)
    .map((offer) => [
      ...commonFields,
      ...buildItemFields(facts, offer, now),
      ...buildShippingFields(handlingDays, offer),
    ])
    .map((fields) => `<item>\n${fields.filter((field) => field !== '').join('\n')}\n</item>\n`)
    .join('');
}

/** Fields of one variation by Google's product data specification. */
function buildItemFields(facts: ProductFacts, offer: OfferFacts, now: Date): string[] {
  const otherImages = facts.images.filter((image) => image !== offer.image).slice(0, maxAdditionalImages);
  const isIdentified = offer.gtin !== null || (offer.mpn !== null && facts.brand !== null);
  return [
    renderField('id', offer.offerId),
    renderField('title', offer.title),
    renderField('link', offer.url),
    renderField('image_link', offer.image),
    ...otherImages.map((image) => renderField('additional_image_link', image)),
    renderField('availability', offer.availability),
    renderField('availability_date', offer.availableFrom?.toISOString()),
    ...buildPriceFields(facts, offer, now),
    renderField('gtin', offer.gtin),
    renderField('mpn', offer.mpn),
    renderField('identifier_exists', isIdentified ? null : 'no'),
    ...Object.entries(offer.properties).map(([property, value]) => renderField(property, value)),
    ...offer.options.map(renderDetail),
    renderField('shipping_weight', offer.weightGrams === null ? null : `${offer.weightGrams} g`),
  ];
}

const renderField = (name: string, text: string | null | undefined): string => renderElement(`g:${name}`, text);

const formatAmount = (amount: number, currency: string): string => `${toDecimal({ amount, currency })} ${currency}`;

/**
 * Renders the price fields. An upcoming sale without an end date is left out: without dates Google would apply its
 * price at once.
 */
function buildPriceFields(
  { updatedAt }: ProductFacts,
  { regular, sale, prior, currency }: OfferFacts,
  now: Date,
): string[] {
  const price = renderField('price', formatAmount(regular, currency));
  if (sale === null) return [price];
  const hasStarted = sale.from === null || sale.from <= now;
  if (!hasStarted && sale.to === null) return [price];
  const from = sale.from ?? (updatedAt < now ? updatedAt : now);
  const dates = sale.to && `${from.toISOString()}/${sale.to.toISOString()}`;
  return [
    price,
    renderField('sale_price', formatAmount(sale.price, currency)),
    renderField('sale_price_effective_date', dates),
    // Google has no field for the prior price, and accepts custom fields in the second namespace.
    renderElement('c:lowest_price_30_days', prior === null ? null : formatAmount(prior, currency)),
  ];
}

function renderDetail({ hasProperty, name, value }: OfferFacts['options'][number]): string {
  if (hasProperty) return '';
  return `<g:product_detail>${renderField('attribute_name', name)}${renderField('attribute_value', value)}</g:product_detail>`;
}

/** Returns no fields for products without shipping. */
function buildShippingFields(handlingDays: DayRange | null, { shipping, currency }: OfferFacts): string[] {
  if (shipping.length === 0) return [];
  const handling = handlingDays && renderDays('handling', handlingDays);
  const options = shipping.flatMap(({ countries, amount, title, transitDays }) => {
    const transit = transitDays ? renderDays('transit', transitDays) : '';
    const fields = renderField('service', title) + renderField('price', formatAmount(amount, currency)) + transit;
    return countries.map((country) => `<g:shipping>${renderField('country', country)}${fields}</g:shipping>`);
  });
  return handling ? [handling, ...options] : options;
}

const renderDays = (kind: 'handling' | 'transit', { min, max }: DayRange): string =>
  renderField(`min_${kind}_time`, String(min)) + renderField(`max_${kind}_time`, String(max));

/** Number of products in memory at a time. */
const batchSize = 50;

const findFeedProducts = sqlQuery<{ id: number }>(
  'syndication.list-sold-products',
  `select p.id from published_products p where p.is_public and p.type in ('simple', 'variable') and p.id > $1 order by p.id limit $2`,
);

/** Lists up to `limit` ids of products that the shop itself sells, ascending, above the id `after`. */
async function listFeedProductIds(db: Db, after: number, limit: number): Promise<number[]> {
  return (await findFeedProducts(db, [after, limit])).map(({ id }) => id);
}

/**
 * Generates the feed (RSS 2.0 with Google's namespace) in batches, with one item per variation that the shop itself
 * sells.
 */
async function* generateFeed(shop: Shop): AsyncGenerator<string> {
  const { name, tagline } = shop.choices;
  const now = shop.clock.now();
  const display = await loadPriceDisplay(shop, shop.db);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:c="http://base.google.com/cns/1.0">\n<channel>\n';
  yield `${renderElement('title', name)}${renderElement('link', `${shop.config.publicUrl}/`)}${renderElement('description', tagline)}\n`;
  let ids = await listFeedProductIds(shop.db, 0, batchSize);
  while (ids.length > 0) {
    const products = await getProductViews(shop.db, ids, now, display);
    yield products
      .map((product) => renderFeedItems(shop, buildProductFacts(shop, product, { now, display }), now))
      .join('');
    ids = await listFeedProductIds(shop.db, ids.at(-1) ?? 0, batchSize);
  }
  yield '</channel>\n</rss>\n';
}

/** Registers the route of the feed. A request generates the feed again when it has expired. */
export function registerFeedRoute(app: FastifyInstance, shop: Shop): void {
  const spool = createFeedSpool({
    generate: () => generateFeed(shop),
    getLifetime: () => shop.settings(syndicationSettings).feedMinutes * 60_000,
    now: () => shop.clock.now().getTime(),
  });
  app.addHook('onClose', () => spool.close());
  app.get(feedPath, { config: { lane: 'public' } }, async (request, reply) => {
    const file = await spool.getLatest();
    const etag = `"${file.hash}"`;
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'Accept-Encoding')
      .header('etag', `W/${etag}`)
      .header('last-modified', new Date(file.generatedAt).toUTCString());
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (request.method === 'HEAD') return reply.send();
    const compressed = spool.open(file);
    if (acceptsGzip(request.headers['accept-encoding'])) {
      return reply.header('content-encoding', 'gzip').header('content-length', file.bytes).send(compressed);
    }
    const decompressed = createGunzip();
    pipeline(compressed, decompressed, () => undefined);
    return reply.send(decompressed);
  });
}

/** Returns whether the client accepts gzip. Brotli is not considered: the feed file is stored as gzip. */
function acceptsGzip(accept: string | string[] | undefined): boolean {
  return (
    chooseCoding(
      [accept]
        .flat()
        .join(',')
        .replace(/\bbr\b/g, ''),
    ) === 'gzip'
  );
}
