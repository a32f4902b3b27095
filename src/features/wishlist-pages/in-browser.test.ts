import { beforeAll, describe, expect, it } from 'vitest';
import { demoContactForms } from '#demo/contact-forms.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    settings: { 'wishlist-pages': { estimateForm: 6 } },
    provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]),
  },
});
let products: readonly number[] = [];

beforeAll(async () => {
  products = await Promise.all(['Ash', 'Bay'].map((name) => addProduct(open.app.shop, { name })));
});

describe('the pages of wishlists, in a browser', () => {
  it('open with the focus on what the last form did, without script too', async () => {
    const { page } = await open.shopper({ hasScript: false });
    const focused = page.locator(':focus');
    await page.goto(`/wishlist/add?add_to_wishlist=${products[0]}`);
    await page.locator('.wishlist-submit').click();
    await page.waitForURL('**/wishlist/view/*');
    await expect.poll(() => focused.textContent()).toContain('Added to your wishlist.');
    await page.locator('[name=add_selected_to_cart]').click();
    await expect.poll(() => focused.textContent()).toBe('Please select at least one item.');
  });

  it('[2.9/8] say again what “Add all to cart” could not add when a shopper without script comes back from its link', async () => {
    const { page } = await open.shopper({ hasScript: false });
    const soldOut = await addProduct(open.app.shop, { name: 'Oak', stock: 0 });
    for (const id of [products[0], soldOut])
      await page.request.post('/wishlist/add', { form: { add_to_wishlist: String(id) }, maxRedirects: 0 });
    await page.goto('/wishlist');
    await page.locator('[name=add_all_to_cart]').click();
    const report = page.locator('.notice--error');
    const said = await report.textContent();
    expect(said).toContain('Oak');
    await page.goto('/cart');
    await page.goBack();
    expect(await report.textContent()).toBe(said);
  });

  it('have no barriers, and fit into small windows', async () => {
    const { page } = await open.shopper();
    for (const id of products) {
      await page.goto(`/wishlist/add?add_to_wishlist=${id}`);
      await page.locator('.wishlist-submit').click();
      await page.waitForURL('**/wishlist/view/*');
    }
    await page.goto('/wishlist');
    const token = await page.locator('#wl-form #wishlist_id').inputValue();
    const paths = ['', '?view=images-grid', '/manage', `/add?add_to_wishlist=${products[0]}`];
    await page.setViewportSize({ width: 390, height: 900 });
    for (const path of [...paths, `/estimate?wishlist_id=${token}`]) {
      await page.goto(`/wishlist${path}`);
      // Also what is folded.
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('main details')) each.setAttribute('open', '');
      });
      await checkAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
  });

  it('[2.9/11] keep photographs in their columns when a giver opens what marks a gift as bought', async () => {
    const { page: owner } = await open.sharedShopper();
    for (const id of products)
      await owner.request.post('/wishlist/add', { form: { add_to_wishlist: id }, maxRedirects: 0 });
    await owner.goto('/wishlist');
    const token = await owner.locator('#wl-form #wishlist_id').inputValue();
    for (const [write, fields] of [
      ['gift', { is_gift_list: '1' }],
      ['privacy', { wishlist_visibility: '1' }],
    ] as const)
      await owner.request.post(`/wishlist/${write}`, { form: { wishlist_id: token, ...fields }, maxRedirects: 0 });
    await owner.goto('/wishlist');
    const { pathname } = new URL(await owner.getByLabel('Link to share').inputValue());
    const { page } = await open.sharedShopper();
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(`${pathname}?view=images-grid`);
    const item = page.locator('.wishlist-grid > li').first();
    await item.locator('summary').first().click();
    await item.getByText('I bought this').click();
    const [column, field, photograph] = await Promise.all(
      [item, item.getByPlaceholder('Your name'), item.locator('summary').first()].map((each) => each.boundingBox()),
    );
    if (!column || !field || !photograph) throw new Error('no item');
    expect(photograph.width).toBeLessThanOrEqual(column.width);
    expect(field.x + field.width).toBeLessThanOrEqual(column.x + column.width + 0.5);
  });

  it('say beside its sign that a price has dropped', async () => {
    const { page } = await open.sharedShopper();
    const id = await addProduct(open.app.shop, { name: 'Cove' });
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: id }, maxRedirects: 0 });
    await database.pool.query('update main_prices set regular_price = 900 where variation_id = $1', [id]);
    await page.goto('/wishlist');
    const change = page.locator('[data-change="priceFell"]');
    const [sign, words] = await change.evaluate((element) => {
      const range = document.createRange();
      if (element.lastChild) range.selectNode(element.lastChild);
      const svg = element.querySelector('svg');
      return [svg?.getBoundingClientRect().bottom ?? 0, range.getBoundingClientRect().top];
    });
    expect(sign).toBeGreaterThan(words);
  });
});
