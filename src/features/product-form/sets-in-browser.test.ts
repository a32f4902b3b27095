import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { checkAxe, letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct, storeTestImage } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});

const ids = { mug: 0, tray: 0 };

/** Sets of a mug in ash (sold out), sea and ink, a tray, a plate in sea and ink, and a lamp that needs initials. */
beforeAll(async () => {
  const { shop } = open.app;
  const [glaze = 0, terms] = await inTransaction(shop.db, async (tx) => {
    const [attributeId = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
    const named = ['Ash', 'Sea', 'Ink'].map((name) => ({ attributeId, name }));
    return [attributeId, [...(await ensureTerms(tx, named)).values()]] as const;
  });
  const [ash = 0, sea = 0, ink = 0] = terms;
  const ashPicture = await storeTestImage(shop, 'mug-ash', '#aab');
  const seaPicture = await storeTestImage(shop, 'mug-sea', '#9ba');
  const variation = (termId: number, rest: object) => ({ terms: [{ attributeId: glaze, termId }], ...rest });
  const mug = await saveTestProduct(shop, {
    ...{
      type: 'variable',
      status: 'published',
      name: 'Mug',
      slug: 'mug',
      images: [{ mediaId: ashPicture, remoteId: null }],
    },
    attributes: [{ attributeId: glaze, terms: [ash, sea, ink], defaultTermId: sea }],
    variations: [
      variation(ash, { regularPrice: 900, stock: { status: 'out' } }),
      variation(sea, { regularPrice: 1100, imageId: seaPicture }),
      variation(ink, { regularPrice: 1300 }),
    ],
  });
  const tray = await saveTestProduct(shop, { status: 'published', name: 'Tray', master: { regularPrice: 2000 } });
  const lamp = await saveTestProduct(shop, {
    ...{ status: 'published', name: 'Lamp', master: { regularPrice: 5000 } },
    addons: [
      {
        ...{ key: 'initials', kind: 'text', label: 'Initials', help: '', required: true, price: 0 },
        ...{ maxLength: null, options: [] },
      },
    ],
  });
  const plate = await saveTestProduct(shop, {
    ...{ type: 'variable', status: 'published', name: 'Plate', slug: 'plate' },
    attributes: [{ attributeId: glaze, terms: [sea, ink] }],
    variations: [variation(sea, { regularPrice: 2100 }), variation(ink, { regularPrice: 2100 })],
  });
  const saveSet = (name: string, grouped: readonly number[]) =>
    saveTestProduct(shop, { type: 'grouped', status: 'published', name, slug: name.toLowerCase(), grouped });
  await saveSet('Breakfast', [mug.id, tray.id, lamp.id]);
  await saveSet('Dinner', [mug.id, tray.id, plate.id]);
  Object.assign(ids, { mug: mug.id, tray: tray.id });
});

async function openSet() {
  const shopper = await open.sharedShopper();
  const { page } = shopper;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/product/breakfast');
  const form = page.locator('.buy__form');
  await form.getByRole('button', { name: 'Increase quantity' }).first().waitFor();
  const readPrice = () => page.locator('.buy__price').innerText();
  const add = form.getByRole('button', { name: 'Add set to cart' });
  return { ...shopper, form, readPrice, add, mug: form.getByRole('group', { name: 'Mug' }) };
}

it('has the price with which its page begins on cards and in structured data', async () => {
  const read = async (url: string) => (await open.app.http.inject({ url })).body;
  expect(await read('/shop')).toMatch(/Breakfast<\/a>[\s\S]*?From €31\.00/);
  const page = await read('/product/breakfast');
  expect(page).toContain('"lowPrice":"31.00","highPrice":"33.00"');
});

describe('the form of a set', () => {
  it('adds nothing before its choices are made, and says what is missing', async () => {
    const { page, form, mug, add, readPrice, watch } = await openSet();
    expect(await form.locator(':checked').count()).toBe(0);
    // The lowest price of a mug that can be bought, and the tray.
    expect(await readPrice()).toBe('From €31.00');
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await add.click();
    await mug.getByText('Select glaze').waitFor();
    await form.getByText('Select glaze of Mug').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('ash');
    expect(posts).toEqual([]);
    await checkAxe(page, { within: '.buy' });
    await form.getByLabel('Quantity of Mug').fill('0');
    await form.getByLabel('Quantity of Tray').fill('0');
    await add.click();
    await form.getByText('Choose a quantity for at least one item.').waitFor();
    expect(posts).toEqual([]);
    expect(watch.problems()).toEqual([]);
  });

  it('[2.3/3] takes choices and quantities in place, and the cart has the total that it shows', async () => {
    const { page, form, mug, add, readPrice, watch } = await openSet();
    watch.allow('set_price');
    const photo = mug.locator('.set__photo');
    const initial = await photo.getAttribute('src');
    await mug.getByRole('radio', { name: 'Sea' }).check();
    // Before the choice, too, it was that of a mug that can be bought.
    expect(await photo.getAttribute('src')).toBe(initial);
    await mug.getByRole('radio', { name: 'Ash' }).check();
    await add.click();
    await form.getByText('Mug: Sold out').waitFor();
    expect(await photo.getAttribute('src')).not.toBe(initial);
    await mug.getByRole('radio', { name: 'Ink' }).check();
    await expect.poll(readPrice).toBe('€33.00');
    await form.getByRole('button', { name: 'Increase quantity' }).first().click();
    await expect.poll(readPrice).toBe('€46.00');
    expect(await form.locator('.buy__sum').innerText()).toMatch(/^Total for 3\s€46\.00$/);
    const lamp = form.getByRole('group', { name: 'Lamp' });
    expect(await lamp.getByRole('link', { name: 'Select options' }).getAttribute('href')).toBe('/product/lamp');
    await add.click();
    const cart = page.getByRole('dialog', { name: 'Cart' });
    await cart.getByText('€46.00').first().waitFor();
    await cart.getByText('Ink').first().waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('leaves out what has no quantity', async () => {
    const { page, form, add, readPrice } = await openSet();
    await form.getByLabel('Quantity of Mug').fill('0');
    await expect.poll(readPrice).toBe('€20.00');
    await add.click();
    const cart = page.getByRole('dialog', { name: 'Cart' });
    await cart.getByText('Tray').first().waitFor();
    expect(await cart.getByText('Mug').count()).toBe(0);
  });

  it('has no total while nothing has a quantity', async () => {
    const { form, add } = await openSet();
    const total = form.locator('.buy__sum');
    await total.waitFor();
    for (const field of await form.getByLabel(/^Quantity/).all()) await field.fill('0');
    await total.waitFor({ state: 'detached' });
    await add.click();
    await form.getByText('Choose a quantity for at least one item.').waitFor();
    await form
      .getByLabel(/^Quantity/)
      .first()
      .fill('1');
    await total.waitFor();
  });

  it('is in the address without a new entry in the history, survives reload and back, and can be shared', async () => {
    const { page, form, mug, readPrice, watch } = await openSet();
    const entries = await page.evaluate(() => history.length);
    const readFields = async (of: Page) => [
      await of.getByLabel('Quantity of Mug').inputValue(),
      await of.getByLabel('Quantity of Tray').inputValue(),
      await of.locator('.set__row :checked').evaluateAll((all) => all.map((radio) => radio.getAttribute('value'))),
    ];
    await mug.getByRole('radio', { name: 'Ink' }).check();
    await form.getByLabel('Quantity of Mug').fill('2');
    await form.getByLabel('Quantity of Tray').fill('0');
    await expect.poll(readPrice).toBe('€26.00');
    const { search } = new URL(page.url());
    expect(new URLSearchParams(search).getAll('set')).toEqual([`${ids.mug} 2 glaze ink`, `${ids.tray} 0`]);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    const chosen = ['2', '0', ['ink']];
    await page.reload();
    expect([await readFields(page), await readPrice()]).toEqual([chosen, '€26.00']);
    await page.goto('/shop');
    await page.goBack();
    expect([await readFields(page), await readPrice()]).toEqual([chosen, '€26.00']);
    const plain = await open.sharedShopper({ hasScript: false });
    await plain.page.goto(`/product/breakfast${search}`);
    expect(await readFields(plain.page)).toEqual(chosen);
    expect(await plain.page.locator('.buy__price').innerText()).toBe('€26.00');
    expect(watch.problems()).toEqual([]);
  });

  it('has the address of its page again when it is as the page begins', async () => {
    const { page, form } = await openSet();
    await form.getByLabel('Quantity of Tray').fill('4');
    await page.waitForURL('**/breakfast?set=*');
    await form.getByLabel('Quantity of Tray').fill('1');
    await page.waitForURL('**/breakfast');
  });

  it('begins with the total of what the browser restored', async () => {
    const { page, readPrice } = await openSet();
    await page.route('**/*.js', (route) => route.abort());
    await page.reload();
    await page.getByLabel('Quantity of Tray').fill('3');
    await page.goto('/shop');
    await letThrough(page, '**/*.js');
    await page.goBack();
    expect(await page.getByLabel('Quantity of Tray').inputValue()).toBe('3');
    await expect.poll(readPrice).toBe('From €71.00');
  });

  it('says without script all that is missing, on its own page with what was chosen, and is then added', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/product/dinner');
    await page.getByLabel('Quantity of Tray').fill('2');
    await page.getByRole('button', { name: 'Add set to cart' }).click();
    const readMissing = () => page.getByRole('alert').getByRole('listitem').allInnerTexts();
    await expect.poll(readMissing).toEqual(['Select glaze of Mug', 'Select glaze of Plate']);
    expect(new URL(page.url()).pathname).toBe('/product/dinner');
    const choose = (member: string, glaze: string) =>
      page.getByRole('group', { name: member }).getByRole('radio', { name: glaze }).check();
    await choose('Mug', 'Sea');
    await page.getByRole('button', { name: 'Add set to cart' }).click();
    await expect.poll(readMissing).toEqual(['Select glaze of Plate']);
    await choose('Plate', 'Ink');
    await page.getByRole('button', { name: 'Add set to cart' }).click();
    await page.waitForURL('**/cart');
    const lines = page.locator('.cart-line');
    expect(await lines.count()).toBe(3);
    expect(await lines.filter({ hasText: 'Mug' }).getByText('Sea').count()).toBeGreaterThan(0);
    expect(await lines.filter({ hasText: 'Tray' }).getByRole('spinbutton').inputValue()).toBe('2');
  });

  it('asks without script for a quantity when nothing has one', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/product/breakfast');
    for (const field of await page.getByLabel(/^Quantity of/).all()) await field.fill('0');
    await page.getByRole('button', { name: 'Add set to cart' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('Choose a quantity for at least one item.');
    expect(await page.getByLabel('Quantity of Tray').inputValue()).toBe('0');
  });

  it('leads without script from another refusal back to the set with its choice', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto('/product/breakfast');
    await page.getByRole('group', { name: 'Mug' }).getByRole('radio', { name: 'Ash' }).check();
    await page.getByRole('button', { name: 'Add set to cart' }).click();
    await page.getByRole('link', { name: 'Back to Breakfast' }).click();
    expect(await page.locator('.set__row :checked').getAttribute('value')).toBe('ash');
  });

  it('ignores what the address names wrongly', async () => {
    const read = async (search: string) => {
      const { statusCode, body } = await open.app.http.inject({ url: `/product/breakfast${search}` });
      const quantities = [...body.matchAll(/name="quantity\[\d+\]"[^>]* value="(\d+)"/g)].map(([, value]) => value);
      return [statusCode, quantities, body.includes('checked=""')];
    };
    const initial = [200, ['1', '1'], false];
    for (const search of [
      '?set=',
      '?set=x',
      `?set=${ids.mug}`,
      `?set=${ids.mug}+1+glaze`,
      `?set=${ids.mug}+1+glaze+gold`,
      `?set=${ids.mug}+1+__proto__+ink`,
      '?set=999999+7+glaze+ink',
      `?set=${ids.tray}+-3`,
      `?set=${'9'.repeat(3000)}`,
    ])
      expect(await read(search), search).toEqual(initial);
    expect(await read(`?set=${ids.tray}+9999`)).toEqual([200, ['1', '100'], false]);
  });
});
