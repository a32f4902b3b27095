import { expect, it } from 'vitest';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct, storeTestImage } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});

it('[D15] a product is printed on one page, with a photograph, name, price and description', async () => {
  const { shop } = open.app;
  const images = await Promise.all(['red', 'green', 'blue'].map((color) => storeTestImage(shop, color, color)));
  await saveTestProduct(shop, {
    ...{ name: 'Moon jar', slug: 'moon-jar', status: 'published' },
    images: images.map((mediaId) => ({ mediaId, remoteId: null })),
    shortDescription: `<p>${'A jar that is as wide as it is high. '.repeat(4)}</p>`,
    description: `<p>${'Thrown in two halves and joined at the waist. '.repeat(40)}</p>`,
    master: { regularPrice: 12_000, weightGrams: 2400 },
  });
  const { page } = await open.sharedShopper();
  await page.goto('/product/moon-jar');
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' } });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.buy__name', '.buy__price', '.buy__short', '.gallery__slide:first-child', '.product-story'])
    expect(await page.locator(selector).first().isVisible(), selector).toBe(true);
  for (const selector of ['.buy__form', '.gallery__slide:nth-child(2)', '.accordions', '.site-footer'])
    expect(await page.locator(selector).first().isVisible(), selector).toBe(false);
  await page.emulateMedia({ media: null });
});
