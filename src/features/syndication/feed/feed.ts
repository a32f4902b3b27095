import { getProductViews } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { buildProductFacts } from '../product-facts.ts';
import { listSoldProductIds } from '../product-ids.ts';
import { renderElement } from '../xml.ts';
import { renderFeedItems } from './feed-items.ts';

/** Products in memory at a time. */
const batchSize = 50;

/**
 * Generates the feed in batches: RSS 2.0 with Google's namespace, one item per variation that is
 * sold here.
 */
export async function* generateFeed(shop: Shop): AsyncGenerator<string> {
  const { name, tagline } = shop.choices;
  const now = shop.clock.now();
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n';
  yield `${renderElement('title', name)}${renderElement('link', `${shop.config.publicUrl}/`)}${renderElement('description', tagline)}\n`;
  let ids = await listSoldProductIds(shop.db, 0, batchSize);
  while (ids.length > 0) {
    const products = await getProductViews(shop.db, ids, now);
    yield products.map((product) => renderFeedItems(shop, buildProductFacts(shop, product, now), now)).join('');
    ids = await listSoldProductIds(shop.db, ids.at(-1) ?? 0, batchSize);
  }
  yield '</channel>\n</rss>\n';
}
