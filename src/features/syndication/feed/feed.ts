import { getProductViews } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { factsOf } from '../facts.ts';
import { soldProductIds } from '../product-ids.ts';
import { element } from '../xml.ts';
import { feedItems } from './feed-item.ts';

/** Products that are in memory at a time. */
const batch = 50;

/** The whole feed in pieces of a batch each: RSS 2.0 with Google's names, one item for each variation that is sold here. */
export async function* feedPieces(shop: Shop): AsyncGenerator<string> {
  const { name, tagline } = shop.choices;
  const now = shop.clock.now();
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n';
  yield `${element('title', name)}${element('link', `${shop.config.publicUrl}/`)}${element('description', tagline)}\n`;
  let ids = await soldProductIds(shop.db, 0, batch);
  while (ids.length > 0) {
    const products = await getProductViews(shop.db, ids, now);
    yield products.map((product) => feedItems(shop, factsOf(shop, product, now), now)).join('');
    ids = await soldProductIds(shop.db, ids.at(-1) ?? 0, batch);
  }
  yield '</channel>\n</rss>\n';
}
