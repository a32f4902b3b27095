import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateCatalogue } from '#demo/generated/catalogue.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { loadGeneratedCatalogue } from './generated-catalogue-loader.ts';

const { database, db } = useDatabase();
const shop = catalogShop(database);
const catalogue = generateCatalogue({ products: 60 });
const load = (force: boolean) => loadGeneratedCatalogue(shop, catalogue, { demoSlugs: ['bowl'], force });

describe('the generated catalogue in a shop', () => {
  beforeAll(async () => {
    await saveTestProduct(shop, { name: 'Bowl', slug: 'bowl' });
    await saveTestProduct(shop, { name: 'Own', slug: 'own' });
  });

  it('is refused beside the shop’s own products unless forced; a second run changes nothing', async () => {
    expect(await load(false)).toEqual({ ok: false, code: 'SHOP_HAS_PRODUCTS', products: 1 });
    expect(await load(true)).toEqual({ ok: true, loaded: true, products: 60, variations: 180 });
    expect(await load(false)).toEqual({ ok: true, loaded: false, products: 0, variations: 0 });
  });

  it('has its prices, ratings, attributes and stock', async () => {
    const count = async (what: string) => {
      const { rows } = await db.execute<{ count: number }>(sql.raw(`select count(*)::integer as count from ${what}`));
      return rows[0]?.count;
    };
    const rated = catalogue.products.filter(({ ratingCount }) => ratingCount > 0).length;
    expect(await count('products where rating_count > 0')).toBe(rated);
    expect(await count('product_brands')).toBe(catalogue.products.filter(({ brand }) => brand !== null).length);
    expect(await count("products where type = 'variable' and price_min is null")).toBe(0);
    expect(await count('categories where parent_id is null')).toBe(11);
    expect(await count("attributes where kind = 'swatch'")).toBe(5);
    expect(await count('stock_levels where managed and on_hand > 0')).toBeGreaterThan(0);
  });
});
