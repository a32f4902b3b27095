import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const settings = { wishlists: { modal: false, hideAddButton: false, popupTimeout: 0 } };
const open = useOpenShop(database, { choices: { settings } });
let cup = 0;
let bowl: Awaited<ReturnType<typeof addBowl>>;
let bowlPath = '';

beforeAll(async () => {
  const { shop } = open.app;
  const product = { name: 'Cup', slug: 'cup', status: 'published', master: { regularPrice: 1250 } } as const;
  cup = (await saveTestProduct(shop, product)).id;
  const addon = { key: 'initials', kind: 'text', label: 'Initials', help: '', required: false, maxLength: 3 } as const;
  const addons = [{ ...addon, price: 0, options: [] }];
  await saveTestProduct(shop, { ...product, name: 'Mug', slug: 'mug', addons });
  bowl = await addBowl(shop);
  const { rows } = await database.pool.query<{ slug: string }>('select slug from products where id = $1', [
    bowl.product,
  ]);
  bowlPath = `/product/${rows[0]?.slug}`;
});

/** Waits until the script listens. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page, 'vt-behaviour[name="wishlist-pages/wishlist"]');
}

const block = (page: Page) => page.locator('form .wishlist-fragment[data-fragment-ref]');
const count = (page: Page) => page.locator('[data-count="wishlist"]').first();
const note = (page: Page) => page.locator('.toast');

/** Opacity of a part that fades, and how it changes. */
const readFade = (target: Locator, part: string) =>
  target.evaluate((element, pseudo) => {
    const { opacity, transitionProperty, transitionDuration } = getComputedStyle(element, pseudo);
    return [opacity, transitionProperty.split(', ')[0], transitionDuration.split(', ')[0]];
  }, part);

describe('the button', () => {
  it('[2.1/8] [4.8/1] [4.8/3] [4.8/4] [4.8/5] adds without leaving the page, shows and announces it, counts, and then leads to the list', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, '/product/cup');
    expect(await count(page).isHidden()).toBe(true);
    const link = block(page).getByRole('link', { name: 'Add to wishlist' });
    await page.route('**/wishlists/add', async (route) => {
      expect(await link.getAttribute('aria-busy')).toBe('true');
      await route.continue();
    });
    await link.click();
    const listed = block(page).getByRole('link', { name: 'In your wishlist' });
    await listed.waitFor();
    expect(await block(page).getAttribute('class')).toContain('exists');
    expect(await block(page).locator('.add_to_wishlist').count()).toBe(0);
    expect(await count(page).textContent()).toBe('1');
    expect(await page.locator('#vt-status').textContent()).toContain('Added to your wishlist.');
    expect(await note(page).textContent()).toContain('Added to your wishlist.');
    await checkAxe(page);
    await listed.click();
    await page.waitForURL(/\/wishlist\/view\/[\w-]{22}$/);
    expect(await page.locator('[data-row-id]').count()).toBe(1);
    expect(watch.problems()).toEqual([]);
  });

  it('[4.8/4] has its state on other pages and after the way back, from the private call, and a way to undo', async () => {
    const { page, watch } = await open.sharedShopper();
    await visit(page, '/shop');
    const card = page.locator('.wishlist-fragment[data-fragment-options*=\'"place":"card"\']', { hasText: 'Cup' });
    await card.locator('a').click();
    await card.getByText('Cup is in your wishlist').waitFor({ state: 'attached' });
    await visit(page, '/product/cup');
    await block(page).getByRole('link', { name: 'Remove' }).waitFor();
    await page.goBack();
    await card.getByText('Cup is in your wishlist').waitFor({ state: 'attached' });
    await page.goForward();
    await block(page).getByRole('link', { name: 'Remove' }).click();
    await block(page).getByRole('link', { name: 'Add to wishlist' }).waitFor();
    await expect.poll(() => count(page).isHidden()).toBe(true);
    await note(page).getByRole('button', { name: 'Undo' }).click();
    await block(page).getByRole('link', { name: 'In your wishlist' }).waitFor();
    expect(await count(page).textContent()).toBe('1');
    expect(watch.problems()).toEqual([]);
  });

  it('[2.3/18] follows the chosen variation, and returns to the product after a reset', async () => {
    const { page, watch } = await open.sharedShopper();
    await visit(page, bowlPath);
    const choose = (name: string) => page.locator('.buy__form').getByRole('radio', { name }).check();
    const idOfLink = () => block(page).locator('a').first().getAttribute('data-product-id');
    // Before the script of the button is loaded, and after it.
    await choose('celadon');
    await choose('small');
    await block(page).getByRole('link', { name: 'Add to wishlist' }).hover();
    await expect.poll(idOfLink).toBe(String(bowl.small));
    await block(page).getByRole('link', { name: 'Add to wishlist' }).click();
    await block(page).getByRole('link', { name: 'In your wishlist' }).waitFor();
    await choose('large');
    await block(page).getByRole('link', { name: 'Add to wishlist' }).waitFor();
    expect(await idOfLink()).toBe(String(bowl.large));
    await page.locator('.buy__form').getByRole('button', { name: 'Clear' }).click();
    await block(page).getByRole('link', { name: 'In your wishlist' }).waitFor();
    expect(await block(page).getAttribute('data-fragment-ref')).toBe(String(bowl.product));
    expect(watch.problems()).toEqual([]);
  });

  it('offers another list after an add, to which the popup moves the product', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.request.post('/wishlist/create', { form: { wishlist_name: 'Kitchen' }, maxRedirects: 0 });
    await visit(page, '/product/cup');
    await block(page).getByRole('link', { name: 'Add to wishlist' }).click();
    await note(page).getByRole('link', { name: 'Another list' }).click();
    const dialog = page.locator('dialog.wishlist-dialog');
    await dialog.getByLabel('List', { exact: true }).selectOption({ label: 'Kitchen' });
    await dialog.getByRole('button', { name: 'Move' }).click();
    // Screen readers are told in the dialog as well.
    await dialog.locator('.wishlist-feedback').getByText('Moved to the other list.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('In your wishlist');
    await block(page).getByRole('link', { name: 'In your wishlist' }).click();
    await page.locator('h2[aria-level="1"]', { hasText: 'Kitchen' }).waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('[9.10/3] fades the tooltip of an icon and the dropdown of other lists within 200 ms', async () => {
    const { page } = await open.sharedShopper();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const name of ['Kitchen', 'Gifts'])
      await page.request.post('/wishlist/create', { form: { wishlist_name: name }, maxRedirects: 0 });
    await visit(page, '/product/cup');
    const details = block(page).locator('.wishlist-add__others');
    await details.waitFor();
    const readDropdown = () => readFade(details, '::details-content');
    await expect.poll(readDropdown).toEqual(['0', 'opacity', '0.2s']);
    await details.locator('summary').click();
    await expect.poll(readDropdown).toEqual(['1', 'opacity', '0.2s']);
    await visit(page, '/shop');
    const heart = page.locator('.wishlist-fragment[data-fragment-ref] a').first();
    const readTip = () => readFade(heart, '::after');
    expect(await readTip()).toEqual(['0', 'opacity', '0.2s']);
    await heart.hover();
    await expect.poll(readTip).toEqual(['1', 'opacity', '0.2s']);
    expect(await heart.evaluate((link) => getComputedStyle(link, '::after').content)).toBe('"Add to wishlist" / ""');
  });

  it('[2.3/17] stands in the corner of the gallery where the setting says so', async () => {
    const position = (value: string) =>
      changeSettings(open.app.shop, [{ key: 'wishlists.buttonPosition', value, version: null }], 'shop');
    await position('thumbnails');
    const { page, watch } = await open.sharedShopper();
    await visit(page, '/product/cup');
    expect(await block(page).count()).toBe(0);
    const heart = page.locator('.gallery__corner .wishlist-fragment a');
    const [box, gallery] = [await heart.boundingBox(), await page.locator('.gallery').boundingBox()];
    if (!box || !gallery) throw new Error('not shown');
    expect(box.x).toBeGreaterThan(gallery.x + gallery.width / 2);
    expect(box.x + box.width).toBeLessThanOrEqual(gallery.x + gallery.width);
    expect(box.y).toBeGreaterThanOrEqual(gallery.y);
    await heart.click();
    await page.locator('.gallery__corner').getByRole('link', { name: 'Cup is in your wishlist' }).waitFor();
    await checkAxe(page);
    await position('after_add_to_cart');
    expect(watch.problems()).toEqual([]);
  });

  it.each([true, false])(
    '[2.3/17] [2.3/18] adds choices and add-ons from the gallery, too (script: %s)',
    async (hasScript) => {
      const position = (value: string) =>
        changeSettings(open.app.shop, [{ key: 'wishlists.buttonPosition', value, version: null }], 'shop');
      await position('thumbnails');
      const { page } = await open.sharedShopper({ hasScript });
      await page.goto('/product/mug');
      if (hasScript)
        for (const name of ['vt-behaviour[name="wishlist-pages/wishlist"]', 'vt-island[name="product-form/buy-form"]'])
          await waitForHydration(page, name);
      await page.getByLabel(/Initials/).fill('MOB');
      const corner = page.locator('.gallery__corner');
      if (hasScript) {
        await corner.locator('a').click();
        await corner.getByRole('link', { name: 'Mug is in your wishlist' }).waitFor();
      } else {
        await corner.getByRole('button', { name: 'Add Mug to wishlist' }).click();
        await page.waitForURL('**/wishlist/view/*');
      }
      await position('after_add_to_cart');
      const { rows } = await database.pool.query('select addons from wishlist_items order by id desc limit 1');
      expect(JSON.stringify(rows)).toContain('"MOB"');
    },
  );

  it('is in the corner of the photograph in small windows, so that the actions of a card have one line', async () => {
    const { page } = await open.sharedShopper();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/shop');
    const card = page.locator('.product-card', { hasText: 'Cup' });
    const [heart, photo] = [
      await card.locator('.wishlist-fragment a').boundingBox(),
      await card.locator('.product-card__media').boundingBox(),
    ];
    if (!heart || !photo) throw new Error('not shown');
    expect(heart.y - photo.y).toBeLessThan(20);
    expect(photo.x + photo.width - heart.x - heart.width).toBeLessThan(20);
    expect(Math.min(heart.width, heart.height)).toBeGreaterThanOrEqual(44);
    const tops = await card
      .locator('.product-card__actions .card-action:not(.wishlist-add__link)')
      .evaluateAll((actions) => actions.map((action) => Math.round(action.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  });

  it('[2.3/16] lists the other lists, without the default one, and adds to the one that is pressed', async () => {
    const { page, watch } = await open.sharedShopper();
    for (const name of ['Kitchen', 'Gifts'])
      await page.request.post('/wishlist/create', { form: { wishlist_name: name }, maxRedirects: 0 });
    await visit(page, '/product/cup');
    const others = block(page).locator('.wishlist-add__others');
    await others.locator('summary').click();
    // The lists come with the private call.
    await others.getByRole('link', { name: 'Gifts' }).waitFor();
    const names = await others.getByRole('link').allTextContents();
    expect(names).toContain('Gifts');
    expect(names).not.toContain('My wishlist');
    await checkAxe(page);
    await others.getByRole('link', { name: 'Gifts' }).click();
    await note(page).getByRole('link', { name: 'Show list' }).click();
    await page.locator('h2[aria-level="1"]', { hasText: 'Gifts' }).waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('[4.8/2] [8.5/1] says why it failed and loses nothing: a refusal, HTTP 500, HTML instead of JSON, no connection', async () => {
    const { page, watch } = await open.sharedShopper();
    watch.allow(/wishlists\/add/, 'Failed to load resource');
    await visit(page, '/product/cup');
    const link = block(page).getByRole('link', { name: 'Add to wishlist' });
    const refusal = { code: 'LIST_FULL', message: 'This list is full: it can have at most 3 items.' };
    await page.route('**/wishlists/add', (route) => route.fulfill({ status: 409, json: refusal }));
    await link.click();
    await note(page).getByText(refusal.message).waitFor();
    for (const answer of [
      { status: 500, body: 'Oops' },
      { status: 200, contentType: 'text/html', body: '<p>Sorry' },
      null,
    ]) {
      await page.route('**/wishlists/add', (route) => (answer ? route.fulfill(answer) : route.abort()));
      await note(page).getByRole('button', { name: 'Try again' }).click();
      await note(page).getByText('That did not work.').waitFor();
      expect(await link.getAttribute('aria-busy')).toBe(null);
    }
    await checkAxe(page);
    await letThrough(page, '**/wishlists/add');
    await note(page).getByRole('button', { name: 'Try again' }).click();
    await block(page).getByRole('link', { name: 'In your wishlist' }).waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('[5.5/4] [8.5/4] asks for cookies in an alert, and sends nothing without them', async () => {
    const { page } = await open.sharedShopper();
    await visit(page, '/product/cup');
    await page.evaluate(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
    const calls: string[] = [];
    page.on('request', (request) => request.resourceType() === 'fetch' && calls.push(request.url()));
    const said: string[] = [];
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      void dialog.accept();
    });
    const link = block(page).getByRole('link', { name: 'Add to wishlist' });
    await link.click();
    await expect.poll(() => said.length).toBe(1);
    // Where a list is to be chosen, the link opens a popup.
    await link.evaluate((element: HTMLElement) => {
      element.dataset.rel = 'prettyPhoto[add_to_wishlist]';
    });
    await link.click();
    await expect.poll(() => said.length).toBe(2);
    expect(new Set(said)).toEqual(new Set(['Please allow cookies in your browser to use the wishlist.']));
    expect(calls.filter((url) => url.includes('wishlist'))).toEqual([]);
  });

  it('tells scripts of the old stack on the body, and hears theirs', async () => {
    const { page } = await open.sharedShopper();
    await visit(page, '/product/cup');
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const type of ['wl_init_after_ajax', 'wl_fragments_loaded'])
        document.addEventListener(type, (event) => heard.push(`${type} ${(event as CustomEvent).detail.length}`));
      for (const type of ['adding_to_wishlist', 'added_to_wishlist', 'removed_from_wishlist'])
        document.body.addEventListener(type, (event) => {
          const [link, element] = (event as CustomEvent<readonly HTMLElement[]>).detail;
          heard.push(`${type} ${link?.tagName ?? ''} ${element?.className.split(' ')[1] ?? ''}`.trim());
        });
    });
    await block(page).getByRole('link', { name: 'Add to wishlist' }).click();
    await block(page).getByRole('link', { name: 'Remove' }).click();
    await block(page).getByRole('link', { name: 'Add to wishlist' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      // Its states are there when the script is.
      ...['wl_init_after_ajax 0', 'wl_fragments_loaded 3'],
      'adding_to_wishlist',
      'wl_init_after_ajax 0',
      `added_to_wishlist A add-to-wishlist-${cup}`,
      'wl_init_after_ajax 0',
      expect.stringMatching(/^removed_from_wishlist/),
    ]);
  });

  it('hears the events of the old stack: a variation that a form found, and the reset', async () => {
    const { page } = await open.sharedShopper();
    await visit(page, '/product/cup');
    await block(page).getByRole('link', { name: 'Add to wishlist' }).hover();
    const fire = (type: string, detail: readonly unknown[]) =>
      page.evaluate(
        ([name, args, id]) => {
          const form = document.createElement('form');
          form.dataset.product_id = String(id);
          document.body.append(form);
          form.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: args }));
        },
        [type, detail, cup] as const,
      );
    const readId = () => block(page).getAttribute('data-fragment-ref');
    await expect.poll(async () => fire('found_variation', [{ variation_id: 77 }]).then(readId)).toBe('77');
    expect(await block(page).locator('a').first().getAttribute('data-product-id')).toBe('77');
    await fire('reset_data', []);
    expect(await readId()).toBe(String(cup));
  });

  it('shows what another script has put in a list when it asks for a reload, also before anything was loaded', async () => {
    const { page, watch } = await open.sharedShopper();
    await visit(page, '/product/cup');
    await page.evaluate(() => {
      const heard: boolean[] = [];
      Object.assign(window, { heard });
      document.addEventListener('wl_fragments_loaded', (event) => heard.push((event as CustomEvent).detail[2]));
    });
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: cup }, maxRedirects: 0 });
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('wl_reload_fragments')));
    await block(page).getByRole('link', { name: 'In your wishlist' }).waitFor();
    const readHeard = () => page.evaluate(() => (window as unknown as { heard: boolean[] }).heard);
    await expect.poll(readHeard).toContain(true);
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('wl_reload_after_ajax')));
    await expect.poll(readHeard).toContain(false);
    expect(watch.problems()).toEqual([]);
  });

  it('[9.10/1] closes its note by itself after the time of the settings, but not while it is hovered', async () => {
    const changes = [{ key: 'wishlists.popupTimeout', value: 5000, version: null }];
    await changeSettings(open.app.shop, changes, 'shop');
    const { page } = await open.shopper();
    await page.clock.install();
    await visit(page, '/product/cup');
    await block(page).getByRole('link', { name: 'Add to wishlist' }).click();
    await note(page).hover();
    await page.clock.runFor(5300);
    expect(await note(page).isVisible()).toBe(true);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.move(10, 10);
    await page.clock.runFor(4900);
    expect(await note(page).isVisible()).toBe(true);
    await page.clock.runFor(200);
    await note(page).waitFor({ state: 'detached' });
  });
});
