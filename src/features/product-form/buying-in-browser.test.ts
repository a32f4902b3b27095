import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { checkAxe, letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct, storeTestImage } from '#tests/support/products.ts';
import type { VariationChange } from './contract.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});

declare global {
  interface Window {
    changes: VariationChange[];
  }
}

const ids = { cup: 0, ashSmall: 0, ashLarge: 0, inkSmall: 0, picture: 0, ashBowl: 0 };
const addon = { help: '', required: false, maxLength: null, options: [] };
const description = '<p>Thrown slowly.</p>'.repeat(60);

/** Ash small and large, sea small only, ink sold out; no variation of moss. */
async function addCup(): Promise<void> {
  const { shop } = open.app;
  const [glaze = 0, size = 0, terms] = await inTransaction(shop.db, async (tx) => {
    const attributes = await ensureAttributes(tx, [
      { name: 'Glaze', productId: null },
      { name: 'Size', productId: null },
    ]);
    const [first = 0, second = 0] = [...attributes.values()];
    const named = (attributeId: number, names: readonly string[]) => names.map((name) => ({ attributeId, name }));
    const all = [...named(first, ['Ash', 'Sea', 'Ink', 'Moss']), ...named(second, ['Small', 'Large'])];
    return [first, second, [...(await ensureTerms(tx, all)).values()]] as const;
  });
  const [ash = 0, sea = 0, ink = 0, moss = 0, small = 0, large = 0] = terms;
  ids.picture = await storeTestImage(shop, 'cup-large', '#aab');
  const variation = (glazeTerm: number, sizeTerm: number, rest: object) => ({
    terms: [
      { attributeId: glaze, termId: glazeTerm },
      { attributeId: size, termId: sizeTerm },
    ],
    ...rest,
  });
  const saved = await saveTestProduct(shop, {
    ...{ type: 'variable', status: 'published', name: 'Tide cup', slug: 'tide-cup', description },
    attributes: [
      { attributeId: glaze, terms: [ash, sea, ink, moss] },
      { attributeId: size, terms: [small, large] },
    ],
    variations: [
      variation(ash, small, { regularPrice: 1000 }),
      variation(ash, large, { regularPrice: 1200, imageId: ids.picture, description: '<p>Holds <em>a pint</em>.</p>' }),
      variation(sea, small, { regularPrice: 1100 }),
      variation(ink, small, { regularPrice: 1100, stock: { status: 'out' } }),
    ],
    addons: [
      { ...addon, key: 'initials', kind: 'text', label: 'Initials', price: 400 },
      { ...addon, key: 'wrap', kind: 'checkbox', label: 'Wrapping', price: 450 },
    ],
  });
  const [ashSmall = 0, ashLarge = 0, , inkSmall = 0] = saved.variationIds;
  Object.assign(ids, { cup: saved.id, ashSmall, ashLarge, inkSmall });
}

/** Ash of any size, sea small only. */
async function addBowl(): Promise<void> {
  const { shop } = open.app;
  const saved = await inTransaction(shop.db, async (tx) => {
    const attributes = ['Glaze', 'Size'].map((name) => ({ name, productId: null }));
    const [glaze = 0, size = 0] = (await ensureAttributes(tx, attributes)).values();
    const named = (attributeId: number, names: readonly string[]) => names.map((name) => ({ attributeId, name }));
    const terms = await ensureTerms(tx, [...named(glaze, ['Ash', 'Sea']), ...named(size, ['Small', 'Large'])]);
    return { glaze, size, terms: [...terms.values()] };
  });
  const { glaze, size, terms } = saved;
  const [ash = 0, sea = 0, small = 0, large = 0] = terms;
  const variation = (regularPrice: number, glazeTerm: number, termId: number | null) => ({
    regularPrice,
    terms: [
      { attributeId: glaze, termId: glazeTerm },
      { attributeId: size, termId },
    ],
  });
  const { variationIds } = await saveTestProduct(shop, {
    ...{ type: 'variable', status: 'published', name: 'Ebb bowl', slug: 'ebb-bowl' },
    attributes: [
      { attributeId: glaze, terms: [ash, sea] },
      { attributeId: size, terms: [small, large] },
    ],
    variations: [variation(5200, ash, null), variation(2800, sea, small)],
  });
  [ids.ashBowl = 0] = variationIds;
}

beforeAll(async () => {
  await addCup();
  await addBowl();
  const { shop } = open.app;
  const stock = { managed: true, onHand: 5, backorders: 'no' } as const;
  const published = { status: 'published', description } as const;
  await saveTestProduct(shop, { ...published, name: 'Plate', master: { regularPrice: 1400, stock } });
});

let hasInitScript = false;

/** Waits for the product form to hydrate. */
async function waitForForm(page: Page): Promise<void> {
  await page
    .locator('vt-island[name^="product-form/"]')
    .first()
    .evaluate(async (island) => {
      const isHydrated = () => (island as unknown as { isHydrated: boolean }).isHydrated;
      while (!isHydrated())
        await new Promise((resume) => island.addEventListener('vt:island-ready', resume, { once: true }));
    });
}

/** Opens a product page and waits for its form to hydrate. */
async function openProduct(path: string, { height = 720, stopsClock = false } = {}) {
  const shopper = await (stopsClock ? open.shopper() : open.sharedShopper());
  const { page, watch } = shopper;
  // The next choice ends the question about the price of the one before.
  watch.allow(/ERR_ABORTED: GET \S+action=theme_product_price/);
  if (stopsClock) await page.clock.install();
  await page.setViewportSize({ width: 600, height });
  if (!stopsClock && !hasInitScript) {
    hasInitScript = true;
    await page.addInitScript(() => {
      window.changes = [];
      document.addEventListener('vt:variation-changed', (event) => {
        window.changes.push((event as CustomEvent<VariationChange>).detail);
      });
    });
  }
  await page.goto(path);
  await waitForForm(page);
  const form = page.locator('.buy__form');
  const button = (name: string) => form.getByRole('button', { name, exact: true });
  const choose = (name: string) => form.getByRole('radio', { name }).check();
  return { ...shopper, form, button, choose, bar: page.locator('.sticky-bar') };
}

const makeASelection = 'Please select some product options before adding this product to your cart.';
const unavailable = 'Sorry, this product is unavailable. Please choose a different combination.';
const changes = (page: Page) => page.evaluate(() => window.changes.map(({ variationId }) => variationId));

/** Records posts and calls of the form. Posts don't navigate, calls are not answered. */
async function recordPosts(page: Page): Promise<string[]> {
  const posts: string[] = [];
  await page.route('**/cart/item', (route) => {
    posts.push(route.request().postData() ?? '');
  });
  await page.route('**/cart/add', async (route) => {
    posts.push(route.request().postData() ?? '');
    await route.fulfill({ status: 204 });
  });
  return posts;
}

describe('the form of a variable product', () => {
  it('dispatches each change of the variation and shows its description', async () => {
    const { page, choose, button, form, watch } = await openProduct('/product/tide-cup');
    await choose('Ash');
    expect(await changes(page)).toEqual([]);
    await choose('Small');
    await choose('Large');
    await expect.poll(() => form.locator('[name=variation_id]').inputValue()).toBe(String(ids.ashLarge));
    expect(await page.evaluate(() => window.changes.at(-1))).toEqual({
      ...{ productId: ids.cup, variationId: ids.ashLarge, imageId: ids.picture },
    });
    expect(await form.locator('.buy__about').innerHTML()).toBe('<p>Holds <em>a pint</em>.</p>');
    await button('Clear').click();
    expect(await changes(page)).toEqual([ids.ashSmall, ids.ashLarge, null]);
    expect(await form.locator('.buy__about').count()).toBe(0);
    expect(await form.locator(':checked').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('ash');
    await page.goto(`/product/tide-cup?variation=${ids.ashSmall}`);
    await expect.poll(() => changes(page)).toEqual([ids.ashSmall]);
    expect(watch.problems()).toEqual([]);
  });

  it('[2.3/2] dispatches the picture of the first variation that an incomplete choice allows', async () => {
    const { page, choose, button } = await openProduct('/product/tide-cup');
    const read = () => page.evaluate(() => window.changes);
    const half = { productId: ids.cup, variationId: null, imageId: ids.picture };
    await choose('Large');
    await expect.poll(read).toEqual([half]);
    await choose('Ash');
    await expect.poll(read).toEqual([half, { ...half, variationId: ids.ashLarge }]);
    await button('Clear').click();
    await expect.poll(async () => (await read()).at(-1)).toEqual({ ...half, imageId: null });
    await page.goto('/product/tide-cup?term=size+large');
    await expect.poll(read).toEqual([half]);
    expect(await page.evaluate(() => location.search)).toBe('?term=size+large');
  });

  it('[2.3/3] keeps the price of an add-on on one line, however narrow its label is', async () => {
    const { form } = await openProduct('/product/tide-cup');
    const brokenAt = await form.getByText('Wrapping').evaluate((label: HTMLElement) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      while (!texts.nextNode()?.nodeValue?.includes('(+'));
      const text = texts.currentNode;
      const range = document.createRange();
      range.selectNodeContents(text);
      range.setStart(text, text.nodeValue?.indexOf('(+') ?? 0);
      const widths = Array.from({ length: 40 }, (_, index) => 60 + index * 4);
      return widths.filter((width) => {
        Object.assign(label.style, { display: 'block', width: `${width}px` });
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
      });
    });
    expect(brokenAt).toEqual([]);
    expect(await form.getByRole('checkbox', { name: /^Wrapping \(\+\u2060?€4\.50\)$/ }).count()).toBe(1);
  });

  it('marks unavailable terms but lets them be chosen', async () => {
    const { form, choose } = await openProduct('/product/tide-cup');
    await choose('Large');
    const sea = form.getByRole('radio', { name: 'Sea (unavailable)' });
    expect(await sea.isEnabled()).toBe(true);
    expect(await form.getByRole('radio', { name: 'Moss (unavailable)' }).isDisabled()).toBe(true);
    await sea.check();
    await form.getByText(unavailable).waitFor();
    await choose('Small');
    await expect.poll(() => form.getByText(unavailable).count()).toBe(0);
    expect(await form.getByRole('radio', { name: 'Ink (sold out)' }).isEnabled()).toBe(true);
  });

  it('shows which choice is missing and focuses it', async () => {
    const { form, button, choose, page } = await openProduct('/product/tide-cup');
    await choose('Ash');
    await button('Add to cart').click();
    const size = form.getByRole('group', { name: 'Size' });
    await expect.poll(() => size.evaluate((group) => group.contains(document.activeElement))).toBe(true);
    await size.getByText('Select size').waitFor();
    expect(await form.getByText('Select size').count()).toBe(1);
    expect(page.url()).toContain('/product/tide-cup');
    await choose('Small');
    await expect.poll(() => form.getByText('Select size').count()).toBe(0);
  });

  it("[2.3/7] [5.2/7] [8.2/8] shows an alert for 'buy now' without a selection or with an unavailable one", async () => {
    const { page, button, choose, watch } = await openProduct('/product/tide-cup');
    const alertdialog = page.getByRole('alertdialog', { name: 'Tide cup' });
    const expectAlert = async (text: string) => {
      // aria-disabled, so it can be pressed and explains why it does nothing.
      await button('Buy now').click({ force: true });
      await alertdialog.getByText(text).waitFor();
      await page.keyboard.press('Enter');
      await alertdialog.waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Buy now');
    };
    await expectAlert(makeASelection);
    await choose('Ash');
    await button('Buy now').click();
    await alertdialog.getByText(makeASelection).waitFor();
    await checkAxe(page);
    await page.keyboard.press('Escape');
    await alertdialog.waitFor({ state: 'hidden' });
    await choose('Large');
    await choose('Sea');
    await expectAlert(unavailable);
    expect(page.url()).toContain('/product/tide-cup');
    expect(watch.problems()).toEqual([]);
  });

  it('[2.3/7] uses the browser’s alert when the setting says so', async () => {
    const { page, button } = await openProduct('/product/tide-cup');
    await page.locator('vt-island[name="product-form/buy-form"]').evaluate((island) => {
      const props = JSON.parse(island.getAttribute('props') ?? '');
      island.setAttribute('props', JSON.stringify({ ...props, alerts: 'browser' }));
    });
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type(), dialog.message());
      void dialog.accept();
    });
    await button('Buy now').click();
    await expect.poll(() => dialogs).toEqual(['alert', makeASelection]);
  });
});

describe('what is sold out', () => {
  it('[2.3/5] [2.3/6] [4.4/6] has one state as a variation: both buttons are disabled, fields that can’t be used hidden', async () => {
    const { page, form, choose, button, watch } = await openProduct('/product/tide-cup');
    const readStates = () =>
      form
        .locator('.buy__row > .button')
        .evaluateAll((buttons) => buttons.map((each) => [(each as HTMLButtonElement).disabled, each.ariaDisabled]));
    const isReady = [false, null];
    expect(await readStates()).toEqual([isReady, isReady]);
    const initials = form.getByLabel('Initials');
    await initials.fill('AB');
    await choose('Small');
    await choose('Ink');
    await button('Sold out').waitFor();
    expect(await form.locator('.buy__offer').innerText(), 'told to screen readers').toBe('Sold out');
    expect(await form.locator('.buy__offer > .visually-hidden').count()).toBe(1);
    expect(await button('Buy now').count()).toBe(0);
    expect(await initials.isVisible()).toBe(false);
    expect(await form.getByLabel('Quantity', { exact: true }).count()).toBe(0);
    const isDisabled = [true, null];
    expect(await readStates()).toEqual([isDisabled, isDisabled]);
    await recordPosts(page);
    await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    expect(await form.locator('[aria-busy]').count()).toBe(0);
    await checkAxe(page, { within: '.product' });
    await choose('Sea');
    await button('Buy now').waitFor();
    await expect.poll(readStates).toEqual([isReady, isReady]);
    expect(await initials.inputValue()).toBe('AB');
    expect(await form.locator('.buy__offer').innerText()).toBe('In stock');
    await choose('Large');
    const isUnavailable = [false, 'true'];
    await expect.poll(readStates).toEqual([isUnavailable, isUnavailable]);
    expect(watch.problems()).toEqual([]);
  });

  it('is not offered by the sticky bar before the scripts have loaded', async () => {
    const { page } = await open.shopper();
    await page.route('**/*.js', (route) => route.abort());
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(`/product/tide-cup?variation=${ids.inkSmall}`, { waitUntil: 'domcontentloaded' });
    const bar = page.locator('.sticky-bar');
    expect(await bar.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true);
    expect(await bar.getByRole('button').count()).toBe(1);
  });

  it('[2.3/6] [5.2/1] is said without script above the button of a link’s variation, which lets another one be bought', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await page.goto(`/product/tide-cup?variation=${ids.inkSmall}`);
    const form = page.locator('.buy__form');
    const said = form.getByText('Ink, Small: Sold out', { exact: true });
    expect(await said.isVisible()).toBe(true);
    const [line, add] = [
      await said.boundingBox(),
      await form.getByRole('button', { name: 'Add to cart' }).boundingBox(),
    ];
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThan(add?.y ?? 0);
    expect(await form.getByRole('button', { name: 'Sold out' }).count()).toBe(0);
    await form.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByText('“Tide cup” is sold out.').first().waitFor();
    await page.goto(`/product/tide-cup?variation=${ids.inkSmall}`);
    await form.getByRole('radio', { name: 'Ash' }).check();
    await form.getByLabel('Initials').fill('AB');
    await form.getByLabel('Quantity', { exact: true }).fill('3');
    await form.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL('**/cart');
    const inCart = page.locator('.cart-line');
    for (const part of ['Ash', 'Small', 'AB']) await inCart.getByText(part).first().waitFor();
    expect(await inCart.getByRole('spinbutton').inputValue()).toBe('3');
    await page.goto(`/product/tide-cup?variation=${ids.ashSmall}`);
    expect(await form.getByText(': Sold out').count(), 'what is in stock').toBe(0);
    const scripted = await openProduct(`/product/tide-cup?variation=${ids.inkSmall}`);
    expect(await scripted.form.locator('[name=quantity]').count(), 'with script').toBe(0);
    expect(await scripted.form.getByText('Ink, Small: Sold out').count()).toBe(0);
  });

  it('[2.3/4] as the variation of a link lets Enter in a field add another one without script', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    const form = page.locator('.buy__form');
    await page.goto(`/product/tide-cup?variation=${ids.inkSmall}`);
    await form.getByLabel('Initials').press('Enter');
    await page.getByText('“Tide cup” is sold out.').first().waitFor();
    await page.goto(`/product/tide-cup?variation=${ids.inkSmall}`);
    await form.getByRole('radio', { name: 'Sea' }).check();
    await form.getByLabel('Initials').fill('EN');
    await form.getByLabel('Initials').press('Enter');
    await page.waitForURL((url) => !url.search.includes('variation='));
    await page.goto('/cart');
    const line = page.locator('.cart-line');
    for (const part of ['Sea', 'Small', 'EN']) await line.getByText(part).first().waitFor();
    await page.goto(`/product/tide-cup?variation=${ids.inkSmall}`);
    await checkAxe(page, { within: '.product' });
    const scripted = await openProduct(`/product/tide-cup?variation=${ids.inkSmall}`);
    expect(await scripted.form.getByRole('button', { name: 'Add to cart', includeHidden: true }).count()).toBe(0);
  });

  it('as a whole says so once, next to the price and on the first screen of a phone', async () => {
    const { shop } = open.app;
    const out = { stock: { status: 'out' } } as const;
    const shortDescription = '<p>A full round jar.</p>'.repeat(9);
    const product = { status: 'published', shortDescription, description } as const;
    await saveTestProduct(shop, { ...product, name: 'Jar', slug: 'jar', master: { regularPrice: 9000, ...out } });
    const [attributeId = 0, terms] = await inTransaction(shop.db, async (tx) => {
      const [glaze = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
      const named = ['Ash', 'Sea'].map((name) => ({ attributeId: glaze, name }));
      return [glaze, [...(await ensureTerms(tx, named)).values()]] as const;
    });
    await saveTestProduct(shop, {
      ...{ ...product, type: 'variable', name: 'Jug', slug: 'jug' },
      attributes: [{ attributeId, terms }],
      variations: terms.map((termId) => ({ regularPrice: 9000, ...out, terms: [{ attributeId, termId }] })),
    });
    for (const slug of ['jar', 'jug']) {
      const { page, form, button } = await openProduct(`/product/${slug}`);
      await page.setViewportSize({ width: 390, height: 844 });
      const [price, said] = [await page.locator('.buy__price').boundingBox(), await button('Sold out').boundingBox()];
      expect((said?.y ?? 0) - ((price?.y ?? 0) + (price?.height ?? 0)), slug).toBeLessThan(40);
      expect((said?.y ?? 0) + (said?.height ?? 0), slug).toBeLessThanOrEqual(844);
      expect(await page.locator('.buy').getByText('Sold out', { exact: true }).count(), slug).toBe(1);
      expect(await form.getByRole('button', { name: 'Buy now' }).count(), slug).toBe(0);
      await checkAxe(page, { within: '.product' });
    }
  });
});

describe('the buttons of a product', () => {
  it('[2.3/5] [4.4/5] show that they are submitting, without a layout shift, submit once and recover', async () => {
    const { page, form, button } = await openProduct('/product/plate', { stopsClock: true });
    const posts = await recordPosts(page);
    const add = form.locator('.buy__button');
    const before = await add.boundingBox();
    await button('Add to cart').click();
    await button('Adding…').waitFor();
    expect(await add.getAttribute('aria-busy')).toBe('true');
    expect(await add.boundingBox()).toEqual(before);
    await button('Adding…').click();
    await button('Buy now').click();
    await expect.poll(() => posts).toHaveLength(1);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await button('Buy now').click();
    await button('Going to checkout…').waitFor();
    await expect.poll(() => posts).toHaveLength(2);
    expect(posts[1]).toContain('buy_now=1');
    await page.clock.runFor(10_000);
    await button('Buy now').waitFor();
  });
});

describe('the live price', () => {
  it('[2.3/3] [2.3/4] [3.4/6] comes from the server and equals the cart for variation, quantity and add-ons', async () => {
    const { page, form, choose, button, watch } = await openProduct('/product/tide-cup');
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('product_price') && requests.push(request.url()));
    await choose('Ash');
    await form.getByLabel('Initials').fill('MOB');
    await form.getByText('Wrapping').click();
    expect(await form.locator('.buy__sum').count()).toBe(0);
    expect(await page.locator('.buy__price').innerText()).toBe('€10.00 – €12.00');
    await choose('Large');
    await form.locator('.buy__sum').getByText('€20.50').waitFor();
    expect(await page.locator('.buy__price').innerText()).toBe('€20.50');
    await form.getByRole('button', { name: 'Increase quantity' }).click();
    await form.locator('.buy__sum').getByText('€41.00').waitFor();
    expect(await form.locator('.buy__state [role=status]').textContent()).toBe('Total for 2: €41.00');
    expect(requests.join()).not.toContain('MOB');
    await button('Add to cart').click();
    await page.getByRole('dialog', { name: 'Cart' }).getByText('€41.00').first().waitFor();
    await page.goto('/cart');
    await page.getByText('€41.00').first().waitFor();
    const line = page.locator('.cart-line');
    for (const part of ['Ash', 'Large', 'MOB', 'Wrapping']) await line.getByText(part).first().waitFor();
    expect(await line.getByLabel('Quantity of Tide cup').inputValue()).toBe('2');
    expect(watch.problems()).toEqual([]);
  });

  it('shows the latest answer, and nothing after a failure', async () => {
    const { page, form, watch } = await openProduct('/product/plate');
    watch.allow('product_price', '/ajax');
    const held: (() => void)[] = [];
    await page.route('**/ajax?*', async (route) => {
      if (route.request().url().includes('quantity=2')) await new Promise<void>((resume) => held.push(resume));
      if (route.request().url().includes('quantity=4')) await route.abort();
      else await route.continue().catch(() => {});
    });
    const sum = form.locator('.buy__sum');
    await form.getByLabel('Quantity', { exact: true }).fill('2');
    await expect.poll(() => held.length).toBe(1);
    await form.getByLabel('Quantity', { exact: true }).fill('3');
    await sum.getByText('€42.00').waitFor();
    held[0]?.();
    await form.getByLabel('Quantity', { exact: true }).fill('4');
    await expect.poll(() => sum.count()).toBe(0);
    await form.getByLabel('Quantity', { exact: true }).fill('5');
    await sum.getByText('€70.00').waitFor();
  });

  it('[2.3/4] shows no price without the add-ons after a failure', async () => {
    const { page, form, choose, bar, watch } = await openProduct('/product/tide-cup');
    watch.allow('product_price', '/ajax');
    const headline = page.locator('.buy__price');
    await choose('Ash');
    await choose('Large');
    await page.route('**/ajax?*', (route) => route.abort());
    await form.getByText('Wrapping').click();
    await expect.poll(() => form.locator('.buy__sum').count()).toBe(0);
    expect(await headline.innerText()).toBe('');
    expect(await bar.textContent()).not.toContain('€');
    await letThrough(page, '**/ajax?*');
    await form.getByLabel('Initials').fill('A');
    await expect.poll(() => headline.innerText()).toBe('€20.50');
    await page.route('**/ajax?*', (route) => route.abort());
    await form.getByText('Wrapping').click();
    await form.getByLabel('Initials').fill('');
    await form.getByLabel('Quantity', { exact: true }).fill('2');
    await expect.poll(() => form.locator('.buy__sum').count()).toBe(0);
    expect(await headline.innerText(), 'without add-ons').toBe('€12.00');
  });

  it('[5.2/1] raises a quantity below 1', async () => {
    const { form, page } = await openProduct('/product/plate');
    const quantity = form.getByLabel('Quantity', { exact: true });
    for (const low of ['0', '-4']) {
      await quantity.fill(low);
      await page.keyboard.press('Tab');
      expect(await quantity.inputValue()).toBe('1');
    }
  });
});

describe('the sticky bar', () => {
  it('[2.3/8] [2.3/9] replaces the button, with the same quantity', async () => {
    const { page, form, bar, watch } = await openProduct('/product/plate');
    const main = form.getByLabel('Quantity', { exact: true });
    const scrollTo = (top: number) => page.evaluate((to) => window.scrollTo(0, to), top);
    await bar.waitFor({ state: 'hidden' });
    await scrollTo(2_000);
    await bar.getByRole('button', { name: 'Increase quantity' }).click();
    const own = bar.getByLabel('Quantity', { exact: true });
    await expect.poll(() => main.inputValue()).toBe('2');
    await own.fill('4');
    await expect.poll(() => main.inputValue()).toBe('4');
    await checkAxe(page, { within: '.product' });
    await own.fill('99');
    await page.keyboard.press('Tab');
    await expect.poll(() => main.inputValue()).toBe('5');
    await bar.getByRole('button', { name: 'Add to cart' }).focus();
    await form.evaluate((element) => element.scrollIntoView());
    await bar.waitFor({ state: 'hidden' });
    expect(await bar.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest('.buy__form') !== null)).toBe(true);
    await main.fill('3');
    await scrollTo(2_000);
    await bar.waitFor();
    expect(await own.inputValue()).toBe('3');
    await bar.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('dialog', { name: 'Cart' }).getByText('€42.00').first().waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('[2.3/8] is there from the start while the button is below the window', async () => {
    const { page, bar, form } = await openProduct('/product/plate', { height: 240 });
    await bar.waitFor();
    await form.locator('.buy__button').evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await bar.waitFor({ state: 'hidden' });
    await page.evaluate(() => window.scrollTo(0, 0));
    await bar.waitFor();
  });

  it('[2.3/8] leads to the form before the scripts have loaded, and is hidden where no script runs', async () => {
    const { page } = await open.shopper();
    await page.route('**/*.js', (route) => route.abort());
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto('/product/tide-cup', { waitUntil: 'domcontentloaded' });
    await page.locator('.sticky-bar').getByRole('link', { name: 'Select options' }).click();
    expect(new URL(page.url()).hash).toBe(`#buy-${ids.cup}`);
    const { page: withoutScript } = await open.sharedShopper({ hasScript: false });
    await withoutScript.goto('/product/tide-cup');
    expect(await withoutScript.locator('.sticky-bar').isVisible()).toBe(false);
  });

  it('[2.3/8] has the link of an external product, and gives its focus back', async () => {
    const externalUrl = 'https://press.example/book';
    const book = {
      status: 'published',
      name: 'Book',
      slug: 'book',
      type: 'external',
      externalUrl,
      description,
    } as const;
    await saveTestProduct(open.app.shop, { ...book, master: { regularPrice: 3200 } });
    const { page, watch } = await open.sharedShopper();
    await page.setViewportSize({ width: 600, height: 720 });
    await page.goto('/product/book');
    const bar = page.getByRole('region', { name: 'Buy Book' });
    const link = bar.getByRole('link', { name: 'Buy from partner site' });
    await page.locator('.sticky-bar:not([data-pending])').waitFor({ state: 'attached' });
    await page.evaluate(() => window.scrollTo(0, 2_000));
    // Before, nothing in it takes the focus.
    await page.locator('.sticky-bar[data-shown]').waitFor();
    await bar.getByText('€32.00').waitFor();
    expect(await link.getAttribute('href')).toBe(externalUrl);
    await link.focus();
    await page.evaluate(() => window.scrollTo(0, 0));
    await bar.waitFor({ state: 'hidden' });
    expect(await page.locator('.buy__button').evaluate((button) => button === document.activeElement)).toBe(true);
    expect(watch.problems()).toEqual([]);
    const plain = await open.sharedShopper({ hasScript: false });
    await plain.page.goto('/product/book');
    expect(await plain.page.locator('.sticky-bar').isVisible()).toBe(false);
  });

  it('[2.3/10] leads to the form while a choice is missing', async () => {
    const { page, form, bar, choose } = await openProduct('/product/tide-cup');
    await page.evaluate(() => window.scrollTo(0, 2_000));
    await bar.getByRole('link', { name: 'Select options' }).click();
    const isInView = () =>
      form
        .locator('.option')
        .first()
        .evaluate((group) => {
          const { top, bottom } = group.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
    await expect.poll(isInView).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('ash');
    await choose('Ash');
    await choose('Large');
    await page.evaluate(() => window.scrollTo(0, 2_000));
    await bar.getByText('Tide cup, Ash, Large').waitFor();
    await bar.getByRole('button', { name: 'Add to cart' }).waitFor();
    await bar.getByText('€12.00').waitFor();
  });
});

describe('the choice', () => {
  it('is in the address without a new entry in the history, survives reload and back, and can be shared', async () => {
    const { page, choose, button, watch } = await openProduct('/product/tide-cup?from=mail');
    const readPrice = () => page.locator('.buy__price').innerText();
    const readSearch = () => new URL(page.url()).search;
    const entries = await page.evaluate(() => history.length);
    await choose('Ash');
    await expect.poll(readSearch).toBe('?from=mail&term=glaze+ash');
    await page.reload();
    await waitForForm(page);
    expect(await page.getByRole('radio', { name: 'Ash' }).isChecked()).toBe(true);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await choose('Small');
    await expect.poll(readSearch).toBe(`?from=mail&variation=${ids.ashSmall}`);
    await choose('Large');
    await expect.poll(readSearch).toBe(`?from=mail&variation=${ids.ashLarge}`);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    expect(await readPrice()).toBe('€12.00');
    await page.reload();
    expect(await page.getByRole('radio', { name: 'Large' }).isChecked()).toBe(true);
    expect(await readPrice()).toBe('€12.00');
    await page.goto('/cart');
    await page.goBack();
    expect(await page.getByRole('radio', { name: 'Ash' }).isChecked()).toBe(true);
    await waitForForm(page);
    await button('Clear').click();
    await expect.poll(readSearch).toBe('?from=mail');
    await expect.poll(readPrice).toBe('€10.00 – €12.00');
    expect(watch.problems()).toEqual([]);
    const shared = await open.sharedShopper({ hasScript: false });
    await shared.page.goto(`/product/tide-cup?variation=${ids.ashLarge}`);
    expect(await shared.page.locator('.buy__price').innerText()).toBe('€12.00');
    expect(await shared.page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/product\/tide-cup$/);
  });

  it('is in the address with the terms that the variation leaves open', async () => {
    const { page, choose, button, watch } = await openProduct('/product/ebb-bowl');
    const readPrice = () => page.locator('.buy__price').innerText();
    const readSearch = () => new URL(page.url()).search;
    await choose('Ash');
    await choose('Large');
    await expect.poll(readSearch).toBe(`?variation=${ids.ashBowl}&term=size+large`);
    await choose('Small');
    await expect.poll(readSearch).toBe(`?variation=${ids.ashBowl}&term=size+small`);
    await page.reload();
    expect(await page.getByRole('radio', { name: 'Ash' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: 'Small' }).isChecked()).toBe(true);
    expect(await readPrice()).toBe('€52.00');
    await waitForForm(page);
    await choose('Sea');
    await expect.poll(readSearch).not.toContain('term');
    await button('Clear').click();
    await expect.poll(readSearch).toBe('');
    expect(watch.problems()).toEqual([]);
    const shared = await open.sharedShopper({ hasScript: false });
    const openLink = async (query: string) => {
      await shared.page.goto(`/product/ebb-bowl?variation=${ids.ashBowl}${query}`);
      const checked = await shared.page
        .locator('.buy__form :checked')
        .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value));
      return [...checked, await shared.page.locator('.buy__price').innerText()];
    };
    expect(await openLink('&term=size+large')).toEqual(['ash', 'large', '€52.00']);
    const range = '€28.00 – €52.00';
    expect(await openLink(''), 'a link without the term').toEqual(['ash', range]);
    for (const unknown of ['size+huge', 'size', 'colour+red', '+', 'glaze+sea', '__proto__+x'])
      expect(await openLink(`&term=${unknown}`), unknown).toEqual(['ash', range]);
    expect(await openLink('&term=colour+red&term=size+small')).toEqual(['ash', 'small', '€52.00']);
    await shared.page.goto('/product/ebb-bowl?term=glaze+sea&term=size+huge');
    expect(await shared.page.locator('.buy__form :checked').evaluateAll((fields) => fields.length)).toBe(1);
    expect(await shared.page.getByRole('radio', { name: 'Sea' }).isChecked()).toBe(true);
  });

  it('has its add-ons and its quantity again after back, which its address does not name', async () => {
    const { page, form, choose } = await openProduct('/product/tide-cup');
    const quantity = page.getByLabel('Quantity', { exact: true }).first();
    await choose('Ash');
    await choose('Large');
    await page.getByLabel('Initials').fill('AB');
    await form.getByText('Wrapping').click();
    await quantity.fill('3');
    await expect.poll(() => new URL(page.url()).search).toBe(`?variation=${ids.ashLarge}`);
    await form.locator('.buy__sum').getByText('€61.50').waitFor();
    await page.goto('/cart');
    await page.goBack();
    await waitForForm(page);
    expect(await page.getByLabel('Initials').inputValue()).toBe('AB');
    expect(await page.getByLabel('Wrapping').isChecked()).toBe(true);
    expect(await quantity.inputValue()).toBe('3');
    await form.locator('.buy__sum').getByText('€61.50').waitFor();
  });

  it('shows a total above the buttons that moves nothing', async () => {
    const { page, form, choose } = await openProduct('/product/tide-cup');
    const measure = (selector: string) =>
      form.locator(selector).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { top: top + scrollY, bottom: bottom + scrollY };
      });
    await choose('Ash');
    const before = await measure('.buy__button');
    await choose('Small');
    await form.locator('.buy__sum').getByText('€10.00').waitFor();
    await form.getByText('Wrapping').click();
    await form.locator('.buy__sum').getByText('€14.50').waitFor();
    await form.getByLabel('Quantity', { exact: true }).fill('3');
    await form.locator('.buy__sum').getByText('€43.50').waitFor();
    expect(await page.locator('.buy__price').innerText()).toBe('€14.50');
    expect(await measure('.buy__button')).toEqual(before);
    expect((await measure('.buy__sum')).bottom).toBeLessThanOrEqual(before.top);
  });
});
