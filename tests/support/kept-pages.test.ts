import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { productCacheTag } from '#features/catalog/cache-tags.ts';
import { useDatabase } from './database.ts';
import { compareKeptPages, dropKeptPages } from './kept-pages.ts';
import { saveTestProduct } from './products.ts';
import { testShop } from './test-shop.ts';

const database = useDatabase();

describe('kept pages', () => {
  it('that a write forgot fail the test, with path, tags and difference', async () => {
    const { shop, http } = await testShop(database);
    const published = { status: 'published', master: { regularPrice: 100 } } as const;
    const { id } = await saveTestProduct(shop, { ...published, name: 'Bowl', slug: 'bowl' });
    const other = await saveTestProduct(shop, { ...published, name: 'Cup', slug: 'cup' });
    const urls = ['/product/bowl', '/product/cup', '/shop'];
    for (const url of urls) expect((await http.inject({ url })).statusCode).toBe(200);
    await compareKeptPages();
    await shop.db.execute(sql`update products set name = 'Platter' where id = ${id}`);
    // Without a moved tag nothing is compared.
    await compareKeptPages();
    await shop.pages.invalidate(shop.db, [productCacheTag(other.id)]);
    const failure = await compareKeptPages().catch((error: Error) => error.message);
    expect(failure).toMatch(/^\/product\/bowl \[.*product:\d+.*\]\n {2}kept: {2}".*Bowl.*"\n {2}fresh: ".*Platter/m);
    expect(failure).toMatch(/^\/shop \[/m);
    expect(failure).not.toContain('/product/cup [');
    dropKeptPages();
    await shop.pages.invalidate(shop.db, [productCacheTag(other.id)]);
    for (const url of urls) await http.inject({ url });
  });
});
