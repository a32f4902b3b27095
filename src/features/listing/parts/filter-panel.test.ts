import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';

const database = useDatabase();

it('[D14] ‘On sale’ is listed with the price, and not with the availability', async () => {
  const { shop, http } = await testShop(database);
  const save = (name: string, master: object) => saveTestProduct(shop, { name, status: 'published', master });
  await save('Cup', { regularPrice: 3200, salePrice: 2400 });
  await save('Bowl', { regularPrice: 3200 });
  await save('Jar', { regularPrice: 5400, stock: { isOwn: true, managed: true, backorders: 'no', onHand: 0 } });
  const { body } = await http.inject('/shop');
  const readLabels = (group: string) => {
    const [, options = ''] = new RegExp(`id="filter-group-${group}".*?<fieldset(.*?)</fieldset>`, 's').exec(body) ?? [];
    return ['In stock', 'On sale'].filter((label) => options.includes(label));
  };
  expect(readLabels('availability')).toEqual(['In stock']);
  expect(readLabels('price')).toEqual(['On sale']);
});
