import { beforeAll, describe, expect, it } from 'vitest';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    settings: {
      shipping: {
        zones: [{ name: 'All', methods: [{ type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 500 }] }],
      },
      'delivery-dates': { handlingDays: { min: 1, max: 2 }, transitDays: { min: 2, max: 3 }, backorderDays: 42 },
    },
  },
});

/** Small is in stock, large on backorder, huge sold out. */
beforeAll(async () => {
  const { shop } = open.app;
  const [size = 0, terms] = await inTransaction(shop.db, async (tx) => {
    const [id = 0] = [...(await ensureAttributes(tx, [{ name: 'Size', productId: null }])).values()];
    const named = ['Small', 'Large', 'Huge'].map((name) => ({ attributeId: id, name }));
    return [id, [...(await ensureTerms(tx, named)).values()]] as const;
  });
  const stocks = [{}, { managed: true, onHand: 0, backorders: 'notify' as const }, { status: 'out' as const }];
  await saveTestProduct(shop, {
    ...{ type: 'variable', status: 'published', name: 'Jar', slug: 'jar' },
    attributes: [{ attributeId: size, terms: [...terms] }],
    variations: terms.map((termId, index) => ({
      ...{ regularPrice: 1000, terms: [{ attributeId: size, termId }] },
      stock: { isOwn: true, ...stocks[index] },
    })),
  });
});

describe('the days on which a choice arrives (D4)', () => {
  it('follow the choice, in a line that is there before, so that nothing moves', async () => {
    const { page } = await open.sharedShopper();
    await page.goto('/product/jar');
    const arrival = page.locator('.buy__arrival');
    const readHeight = async () => (await arrival.boundingBox())?.height;
    const readTop = async () => (await page.locator('.buy__form .buy__row').boundingBox())?.y;
    const choose = (name: string) => page.locator('.buy__form').getByRole('radio', { name }).check();
    await page.locator('.buy__missing').waitFor();
    const [height, top] = [await readHeight(), await readTop()];
    expect(await arrival.textContent()).toBe('');
    await choose('Small');
    await expect.poll(() => arrival.textContent()).toMatch(/^Arrives in Ireland /);
    const small = await arrival.textContent();
    expect([await readHeight(), await readTop()]).toEqual([height, top]);
    await choose('Large');
    await expect.poll(() => arrival.textContent()).not.toBe(small);
    expect(await arrival.textContent()).toMatch(/^Arrives in Ireland /);
    expect([await readHeight(), await readTop()]).toEqual([height, top]);
    await choose('Huge');
    await expect.poll(() => arrival.textContent()).toBe('');
    expect([await readHeight(), await readTop()]).toEqual([height, top]);
    await checkAxe(page);
  });
});
