import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, saveTestProduct } from '#tests/support/products.ts';

/**
 * A client that knows the contract of the wishlist plugin's script and nothing of the shop: it reads
 * the configuration object and the markup, sends what such a script sends, and puts blocks of replies
 * into the page by their classes. The shop's own script is off.
 */
const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: { settings: { 'wishlist-script': { enabled: false }, wishlists: { hideAddButton: true } } },
});
const ids: number[] = [];
let bowl: Awaited<ReturnType<typeof addBowl>>;

beforeAll(async () => {
  for (const name of ['Cup', 'Jug', 'Tray']) {
    const shown = { status: 'published', master: { regularPrice: 1250 } } as const;
    ids.push((await saveTestProduct(open.app.shop, { name, slug: name.toLowerCase(), ...shown })).id);
  }
  bowl = await addBowl(open.app.shop);
});

interface Configuration {
  readonly ajax_url: string;
  readonly fragments_index_glue: string;
  readonly multi_wishlist: string;
  readonly modal_enable: string;
  readonly hide_add_button: string;
  readonly enable_drag_n_drop: string;
  readonly reload_on_found_variation: string;
  readonly actions: Readonly<Record<string, string>>;
  readonly nonce: Readonly<Record<string, string>>;
}

/** Runs in the page: it can use nothing of this file. */
function startClient(): void {
  const config = (window as unknown as { wl_l10n: Configuration }).wl_l10n;
  const find = <Found extends HTMLElement>(root: ParentNode, selector: string) => root.querySelector<Found>(selector);
  const getClasses = (element: Element) =>
    (element.getAttribute('class') ?? '').split(' ').filter((name) => name !== '' && name !== 'exists');
  const readOptions = (element: HTMLElement) => JSON.parse(element.dataset.fragmentOptions ?? '') as object;

  /** Those of the page as a whole, and the product's. */
  const collectBlocks = (ref?: string) => {
    const blocks = [...document.querySelectorAll<HTMLElement>('.wishlist-fragment')].filter(
      ({ dataset }) => ref === undefined || dataset.fragmentRef === undefined || dataset.fragmentRef === ref,
    );
    return Object.fromEntries(
      blocks.map((block) => [getClasses(block).join(config.fragments_index_glue), readOptions(block)]),
    );
  };
  const encode = (name: string, value: unknown): [string, string][] => {
    if (typeof value !== 'object' || value === null) return [[name, value == null ? '' : String(value)]];
    return Object.entries(value).flatMap(([key, each]) => encode(`${name}[${Array.isArray(value) ? '' : key}]`, each));
  };
  const send = async (key: string, fields: object) => {
    const action = config.actions[`${key}_action`] ?? config.actions[key] ?? '';
    const all = { action, nonce: config.nonce[`${key}_nonce`], context: 'frontend', ...fields };
    const pairs = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : encode(name, value)));
    const response = await fetch(config.ajax_url, { method: 'POST', body: new URLSearchParams(pairs) });
    return { type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const replaceBlocks = (fragments: Readonly<Record<string, string>>) => {
    for (const [key, html] of Object.entries(fragments)) {
      const names = key.split(config.fragments_index_glue).filter((name) => name !== 'exists' && name !== 'with-count');
      const selector = `.${names.join('.')}`;
      const holder = document.createElement('div');
      holder.innerHTML = html;
      const next = find(holder, selector);
      if (next) find(document, selector)?.replaceWith(next);
    }
  };
  const call = async (key: string, fields: object) => {
    const { type, text } = await send(key, fields);
    if (!type.startsWith('application/json')) throw new Error(`${key} was answered with ${type}`);
    const reply = JSON.parse(text);
    replaceBlocks(reply.fragments ?? {});
    last = reply;
    return reply;
  };
  let last: object = {};

  const readPopup = (button: HTMLElement) => {
    const content = button.closest('.wl-popup-footer')?.previousElementSibling;
    if (!content?.matches('.wl-popup-content')) throw new Error('the content is not before the footer');
    const select = find<HTMLSelectElement>(content, '.wishlist-select');
    const name = find<HTMLInputElement>(content, 'p .wishlist-name');
    const checked = find<HTMLInputElement>(content, '.wishlist-visibility:checked');
    const isShown = select?.checkVisibility() ?? false;
    return {
      list: isShown ? select?.value : 'new',
      fields: { wishlist_name: name?.value, wishlist_visibility: checked?.value },
    };
  };
  const add = async (link: HTMLElement) => {
    const { productId = '', productType, wishlistId } = link.dataset;
    // Captured before it is replaced.
    const blocks = document.querySelectorAll(`.add-to-wishlist-${productId}`);
    const popup = config.multi_wishlist && config.modal_enable ? readPopup(link) : null;
    const list = popup ? { wishlist_id: popup.list, ...popup.fields } : { wishlist_id: wishlistId };
    const reply = await call('add_to_wishlist', {
      ...{ add_to_wishlist: productId, product_type: productType, ...list, fragments: collectBlocks(productId) },
    });
    if (reply.result !== 'true' && reply.result !== 'exists') return;
    for (const block of blocks) {
      if (!config.multi_wishlist || config.hide_add_button) find(block, '.wl-add-button')?.remove();
      block.classList.add('exists');
    }
    for (const dropdown of document.querySelectorAll('ul.wl-dropdown')) {
      const first = dropdown.closest('.wl-add-button')?.querySelector<HTMLElement>(':scope > a.add_to_wishlist');
      if (!first?.dataset.productId) throw new Error('the list of other lists does not know its product');
    }
  };
  const getList = (element: Element) => {
    const table = element.closest<HTMLElement>('.cart.wishlist_table');
    const row = element.closest<HTMLElement>('[data-row-id]');
    return { row: row?.dataset.rowId, id: table?.dataset.id, token: table?.dataset.token };
  };

  document.addEventListener('click', (event) => {
    const target = event.target as HTMLElement;
    const pressed = target.closest<HTMLElement>(
      '.add_to_wishlist, .delete_item, .wishlist_table .remove_from_wishlist, .save-title-form, .wl-popup-footer .move_to_wishlist',
    );
    if (!pressed) return;
    event.preventDefault();
    const { row, id, token } = getList(pressed);
    const { productId, itemId } = pressed.dataset;
    if (pressed.matches('.add_to_wishlist')) void add(pressed);
    else if (pressed.matches('.delete_item'))
      void call('delete_item', { item_id: itemId, fragments: collectBlocks(productId) });
    else if (pressed.matches('.remove_from_wishlist'))
      void call('remove_from_wishlist', {
        ...{ remove_from_wishlist: row, wishlist_id: id, wishlist_token: token, fragments: collectBlocks(row) },
      });
    else if (pressed.matches('.save-title-form')) {
      const form = pressed.closest('.hidden-title-form');
      if (!form?.previousElementSibling?.matches('.wishlist-title')) throw new Error('no title before its form');
      const title = find<HTMLInputElement>(form, 'input[type="text"]')?.value;
      const list = pressed.closest<HTMLElement>('[data-wishlist-id]')?.dataset.wishlistId;
      const wishlist_id = list ?? find<HTMLInputElement>(document, '#wishlist_id')?.value;
      void call('save_title', { wishlist_id, title, fragments: collectBlocks() });
    } else {
      const { list, fields } = readPopup(pressed);
      void call('move_to_another_wishlist', {
        ...{ wishlist_token: pressed.dataset.originWishlistId, destination_wishlist_token: list, item_id: productId },
        ...{ ...fields, fragments: collectBlocks(productId) },
      });
    }
  });
  document.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement;
    const { row, token } = getList(field);
    if (field.matches('.wishlist_table .product-quantity input'))
      void call('update_item_quantity', { product_id: row, wishlist_token: token, quantity: field.value });
    else if (field.matches('.change-wishlist'))
      void call('move_to_another_wishlist', {
        ...{ wishlist_token: token, destination_wishlist_token: field.value, item_id: row, fragments: collectBlocks() },
      });
    else if (field.matches('.wishlist_manage_table .wishlist-visibility'))
      void call('save_privacy', {
        wishlist_id: field.closest<HTMLElement>('[data-wishlist-id]')?.dataset.wishlistId,
        ...{ privacy: field.value, fragments: collectBlocks() },
      });
    else if (field.matches('#bulk_add_to_cart'))
      for (const box of field
        .closest('.wishlist_table')
        ?.querySelectorAll<HTMLInputElement>('[data-row-id] input[type=checkbox]') ?? [])
        box.checked = field.checked;
  });

  /** Scripts find the blocks of a product by its id, and after a choice by that of its parent. */
  const follow = async (form: HTMLElement, variationId: string | null) => {
    const { product_id: productId = '' } = form.dataset;
    const links = document.querySelectorAll<HTMLElement>(
      variationId === null
        ? `[data-original-product-id="${productId}"]`
        : `[data-product-id="${productId}"], [data-original-product-id="${productId}"]`,
    );
    const fragments: Record<string, object> = {};
    const id = variationId ?? productId;
    for (const link of links) {
      link.dataset.productId = id;
      link.dataset.originalProductId = variationId === null ? '' : productId;
      const block = link.closest<HTMLElement>('.wl-add-to-wishlist');
      if (!block) continue;
      block.className = block.className.replace(/add-to-wishlist-\d+/, `add-to-wishlist-${id}`);
      block.dataset.fragmentRef = id;
      block.dataset.fragmentOptions = JSON.stringify({ ...readOptions(block), product_id: id });
      fragments[getClasses(block).join(config.fragments_index_glue)] = readOptions(block);
    }
    if (links.length > 0 && config.reload_on_found_variation) await call('load_fragments', { fragments });
  };
  for (const type of ['found_variation', 'reset_data'])
    document.addEventListener(type, (event) => {
      const [variation] = (event as CustomEvent<[{ readonly variation_id: number }?]>).detail;
      void follow(event.target as HTMLElement, variation ? String(variation.variation_id) : null);
    });
  const jQuery = (target: EventTarget | (() => void)) => {
    if (typeof target === 'function') return setTimeout(target);
    const trigger = (type: string, detail: readonly unknown[] = []) =>
      target.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
    return { trigger };
  };
  Object.assign(window, { jQuery });
  // The script sorts by jQuery UI, and stops at its start where that isn't loaded.
  const { sortableLibrary } = window as unknown as { sortableLibrary?: () => void };
  if (config.enable_drag_n_drop || find(document, '.wishlist_table.sortable'))
    if (sortableLibrary) sortableLibrary();
    else throw new TypeError('jQuery(…).sortable is not a function');

  const loadFirst = async () => {
    const first = Object.entries(collectBlocks()).filter(([key]) => key.includes('on-first-load'));
    await call('load_fragments', { fragments: Object.fromEntries(first) });
  };
  const sort = (positions: readonly string[]) => {
    const table = find(document, '.wishlist_table.sortable:not(.no-interactions)');
    for (const row of table?.querySelectorAll('[data-row-id]') ?? [])
      if (!find(row, 'input[name*="[position]"]')) throw new Error('a row has no position');
    const { token, page, perPage } = table?.dataset ?? {};
    return call('sort_wishlist_items', { positions, wishlist_token: token, page, per_page: perPage });
  };
  /** As the window crosses the width. */
  const resize = async (isSmall: boolean) => {
    const table = find(document, '.wishlist_table.responsive');
    const form = table?.closest('form');
    if (!table || !form || table.matches('.mobile') === isSmall) return false;
    const key = getClasses(form).join(config.fragments_index_glue);
    await call('load_mobile', {
      fragments: { [key]: { ...readOptions(form), is_mobile: isSmall ? 'yes' : 'no' } },
    });
    return true;
  };
  const reloadWith = async (productId: number) => {
    const table = find(document, '.cart.wishlist_table');
    const { pagination, perPage, id, token } = table?.dataset ?? {};
    const { text } = await send('reload_wishlist_and_adding_elem', {
      ...{ pagination, per_page: perPage, wishlist_id: id, wishlist_token: token },
      ...{ add_to_wishlist: productId, product_type: 'simple' },
    });
    const holder = document.createElement('div');
    holder.innerHTML = text;
    const outer = holder.firstElementChild;
    const next = outer && find(outer, '#wl-form');
    if (next) find(document, '#wl-form')?.replaceWith(next);
    return next !== null;
  };
  const readLast = () => last;
  /** Names of lists are put into the options of selects as HTML. */
  const createLists = async (name: string) => {
    const fields = { add_to_wishlist: '', wishlist_id: 'new', wishlist_name: name, wishlist_visibility: '2' };
    const [product] = document.querySelectorAll<HTMLElement>('a.add_to_wishlist');
    const reply = await call('add_to_wishlist', { ...fields, add_to_wishlist: product?.dataset.productId });
    const select = document.createElement('select');
    for (const list of reply.user_wishlists as readonly { readonly wishlist_name: string }[]) {
      const option = document.createElement('option');
      option.innerHTML = list.wishlist_name;
      select.append(option);
    }
    document.body.append(select);
    return { names: [...select.options].map(({ text }) => text), elements: select.querySelectorAll('option *').length };
  };
  Object.assign(window, { client: { loadFirst, sort, resize, reloadWith, createLists, readLast } });
}

interface Client {
  loadFirst(): Promise<void>;
  sort(positions: readonly string[]): Promise<void>;
  resize(isSmall: boolean): Promise<boolean>;
  reloadWith(productId: number): Promise<boolean>;
  createLists(name: string): Promise<{ readonly names: readonly string[]; readonly elements: number }>;
  readLast(): { readonly result?: string | boolean; readonly message?: string };
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.addScriptTag({ url: '/compat.js' });
  await page.evaluate(startClient);
}

/** Calls a method of the client in the page. */
const run = <Name extends keyof Client>(page: Page, name: Name, ...given: Parameters<Client[Name]>) =>
  page.evaluate(
    ([method, args]) =>
      (window as unknown as { client: Record<string, (...each: readonly unknown[]) => unknown> }).client[method]?.(
        ...args,
      ),
    [name, given] as const,
  ) as Promise<Awaited<ReturnType<Client[Name]>>>;

const set = (key: string, value: boolean) =>
  changeSettings(open.app.shop, [{ key: `wishlists.${key}`, value, version: null }], 'shop');

const block = (page: Page, id: number) => page.locator(`.add-to-wishlist-${id}`).first();
const readNames = (page: Page) => page.locator('.wishlist_table .wishlist-item__name').allTextContents();

async function openList(page: Page): Promise<void> {
  for (const id of ids) await page.request.post('/wishlist/add', { form: { add_to_wishlist: id }, maxRedirects: 0 });
  await page.request.post('/wishlist/create', { form: { wishlist_name: 'Kitchen' }, maxRedirects: 0 });
  await visit(page, '/wishlist');
}

/** Shows the content of a popup, as a lightbox of such a script does. */
async function openPopup(page: Page, link: string): Promise<void> {
  const html = await page
    .locator(link)
    .first()
    .evaluate(async (element: HTMLAnchorElement) => {
      if (!element.href.includes('ajax=true')) throw new Error('it would open as a picture');
      const response = await fetch(element.href, { headers: { 'x-requested-with': 'XMLHttpRequest' } });
      return response.text();
    });
  await page.evaluate((content) => document.querySelector('main')?.insertAdjacentHTML('afterbegin', content), html);
}

describe('a client of the wishlist plugin’s script', () => {
  it('adds on the page of a product, shows the state of the reply, and takes it out again', async () => {
    const { page } = await open.sharedShopper();
    await visit(page, '/product/cup');
    await block(page, ids[0] ?? 0)
      .locator('a.add_to_wishlist')
      .click();
    const added = page.locator(`.wl-add-to-wishlist.add-to-wishlist-${ids[0]}.exists`).first();
    await added.waitFor();
    expect(await added.getByRole('link', { name: 'In your wishlist' }).count()).toBe(1);
    expect(await page.locator('.wl-items-count').first().textContent()).toBe('1');
    expect(await run(page, 'readLast')).toMatchObject({ result: 'true', message: 'Added to your wishlist.' });
    await added.locator('a.delete_item').click();
    await block(page, ids[0] ?? 0)
      .locator('a.add_to_wishlist')
      .waitFor();
    expect(await page.locator('.wl-items-count').first().isHidden()).toBe(true);
  });

  it('loads the states of a cached page, and offers the other lists beside the button', async () => {
    const { page } = await open.sharedShopper();
    await openList(page);
    await visit(page, '/shop');
    await run(page, 'loadFirst');
    for (const id of ids)
      expect(await block(page, id).evaluate(({ classList }) => classList.contains('exists'))).toBe(true);
    const slug = await database.pool.query('select slug from products where id = $1', [bowl.product]);
    await visit(page, `/product/${slug.rows[0].slug}`);
    await run(page, 'loadFirst');
    const button = page.locator('form .wl-add-button.with-dropdown');
    await button.locator('summary').click();
    await button.locator('.wl-dropdown').getByRole('link', { name: 'Kitchen' }).click();
    await page.locator(`form .add-to-wishlist-${bowl.product}.exists`).waitFor();
    await visit(page, '/wishlist/manage');
    await page.getByRole('link', { name: 'Kitchen', exact: true }).click();
    await page.waitForURL('**/wishlist/view/*');
    expect(await readNames(page)).toEqual(['Tide bowl']);
  });

  it('[2.3/18] follows the chosen variation, another one and the reset, and adds what is chosen', async () => {
    const { page } = await open.sharedShopper();
    const { rows } = await database.pool.query('select slug from products where id = $1', [bowl.product]);
    await visit(page, `/product/${rows[0].slug}`);
    const choose = (name: string) => page.locator('.buy__form').getByRole('radio', { name }).check();
    const button = (id: number) =>
      page.locator(`form .add-to-wishlist-${id} a.add_to_wishlist[data-product-id="${id}"]`);
    await button(bowl.product).waitFor();
    await choose('celadon');
    // Its reply replaces the block that is pressed.
    const loaded = page.waitForResponse((reply) => reply.request().postData()?.includes('load_fragments') ?? false);
    await choose('small');
    await loaded;
    await button(bowl.small).click();
    const listed = page.locator(`form .add-to-wishlist-${bowl.small}.exists`);
    await listed.waitFor();
    const { rows: stored } = await database.pool.query(
      'select variation_id from wishlist_items where product_id = $1 order by id desc limit 1',
      [bowl.product],
    );
    expect(stored).toEqual([{ variation_id: bowl.small }]);
    await choose('large');
    await button(bowl.large).waitFor();
    await choose('small');
    await listed.waitFor();
    await page.locator('.buy__form').getByRole('button', { name: 'Clear' }).click();
    // Of the product one variation is in the list.
    await page.locator(`form .add-to-wishlist-${bowl.product}.exists`).waitFor();
  });

  it('removes, sorts, counts and moves rows of a list, and selects all of them', async () => {
    const { page } = await open.sharedShopper();
    await openList(page);
    const row = (name: string) => page.locator('[data-row-id]').filter({ hasText: name });
    await page.locator('#bulk_add_to_cart').check();
    expect(await page.locator('.product-checkbox input:checked').count()).toBe(3);
    await row('Jug').locator('.product-quantity input').fill('4');
    await row('Jug').locator('.product-quantity input').blur();
    await expect
      .poll(() => run(page, 'readLast'))
      .toMatchObject({ result: 'true', message: 'The quantity has been saved.' });
    const rows = await page
      .locator('[data-row-id]')
      .evaluateAll((all) => all.map(({ dataset }) => dataset.rowId ?? ''));
    await set('hasSortableLibrary', true);
    await page.addInitScript(() => Object.assign(window, { sortableLibrary: () => undefined }));
    await visit(page, '/wishlist');
    await run(page, 'sort', rows.toReversed());
    await set('hasSortableLibrary', false);
    await visit(page, '/wishlist');
    expect(await readNames(page)).toEqual(['Tray', 'Jug', 'Cup']);
    expect(await row('Jug').locator('.product-quantity input').inputValue()).toBe('4');
    await row('Tray').locator('.remove_from_wishlist').click();
    await expect.poll(() => readNames(page)).toEqual(['Jug', 'Cup']);
    await row('Jug').locator('.wishlist-item__more > summary').click();
    await row('Jug').locator('select.change-wishlist').selectOption({ label: 'Kitchen' });
    await expect.poll(() => readNames(page)).toEqual(['Cup']);
  });

  it('[G8] leaves the empty state alone when the last row goes, and has a title that it can make editable', async () => {
    const { page } = await open.sharedShopper();
    await openList(page);
    await waitForHydration(page, 'vt-behaviour[name^="wishlist-pages/"]');
    await page.locator('.wishlist-title h2').click();
    await page.locator('.wishlist-title + .hidden-title-form input[type="text"]').waitFor();
    for (let left = await page.locator('[data-row-id]').count(); left > 0; left -= 1) {
      await page.locator('.remove_from_wishlist').first().click();
      await expect.poll(() => page.locator('[data-row-id]').count()).toBe(left - 1);
    }
    await page.locator('form.wishlist-fragment .empty-state').waitFor();
    expect(await page.locator('.wishlist_table, .wishlist-bulk, .wishlist__views').count()).toBe(0);
  });

  it('shares the page of a list with the shop’s own script: one call for a quantity, notices, failures and events', async () => {
    await changeSettings(open.app.shop, [{ key: 'wishlists.popupTimeout', value: 60_000, version: null }], 'shop');
    const { page, watch } = await open.sharedShopper();
    watch.allow('Failed to load resource', /wishlist\/(?:update|view)/);
    await openList(page);
    await waitForHydration(page, 'vt-behaviour[name^="wishlist-pages/"]');
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const type of ['wl_fragments_replaced', 'wl_init_after_ajax'])
        document.addEventListener(type, () => heard.push(type));
    });
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
    const row = page.locator('[data-row-id]').filter({ hasText: 'Jug' });
    await row.locator('.product-quantity input').fill('4');
    await row.locator('.product-quantity input').blur();
    await expect.poll(() => run(page, 'readLast')).toMatchObject({ message: 'The quantity has been saved.' });
    // As long as the shop's own script would wait, and more.
    await page.waitForTimeout(1500);
    expect(posts).toEqual([
      await page.evaluate(() => (window as unknown as { wl_l10n: Configuration }).wl_l10n.ajax_url),
    ]);
    await row.locator('.wishlist-item__more > summary').click();
    await row.getByLabel('Note').fill('The blue one');
    await row.getByRole('button', { name: 'Save changes' }).click();
    const notice = page.locator('.wishlist .notice');
    await notice.getByText('Your changes are saved.').waitFor();
    expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
      ...['wl_fragments_replaced', 'wl_init_after_ajax'],
    ]);
    await page.waitForTimeout(500);
    expect(await notice.count()).toBe(1);
    await page.route('**/wishlist/update', (route) => route.abort());
    await row.getByRole('button', { name: 'Save changes' }).click();
    await page.locator('.toast').getByText('That did not work.').waitFor();
    await page.evaluate(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
    const said = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.message();
    });
    await row.getByRole('button', { name: 'Save changes' }).click();
    expect(await said).toBe('Please allow cookies in your browser to use the wishlist.');
    expect(watch.problems()).toEqual([]);
  });

  it('changes to the mobile layout and back, and reloads the list with one more product', async () => {
    const { page } = await open.sharedShopper();
    await openList(page);
    expect(await run(page, 'resize', true)).toBe(true);
    expect(await page.locator('.wishlist_table.mobile [data-row-id]').count()).toBe(3);
    expect(await run(page, 'resize', false), 'it finds the mobile layout again').toBe(true);
    expect(await page.locator('.wishlist_table.mobile').count()).toBe(0);
    expect(await run(page, 'reloadWith', bowl.product)).toBe(true);
    expect(await readNames(page)).toEqual(['Cup', 'Jug', 'Tray', 'Tide bowl']);
  });

  it('renames a list by its token, and saves who can see it', async () => {
    const { page } = await open.sharedShopper();
    await openList(page);
    await page.locator('.hidden-title-form > summary').click();
    const field = page.locator('.hidden-title-form input[type="text"]');
    await field.fill(' ');
    await page.locator('.save-title-form').click();
    await expect.poll(() => run(page, 'readLast')).toMatchObject({ result: false });
    await field.fill('For spring');
    await page.locator('.save-title-form').click();
    await expect.poll(() => run(page, 'readLast')).toMatchObject({ result: true });
    await visit(page, '/wishlist/manage');
    expect(await page.locator('.wishlist-anchor').first().textContent()).toBe('For spring');
    await page.locator('.wishlist_manage_table .wishlist-visibility').first().selectOption('1');
    await expect.poll(() => run(page, 'readLast')).toMatchObject({ message: 'Who can see the list is saved.' });
    await visit(page, '/wishlist/manage');
    expect(await page.locator('.wishlist-visibility').first().inputValue()).toBe('1');
  });

  it('[7.6/4] shows names of lists as they are, although it inserts them as HTML', async () => {
    const { page, watch } = await open.sharedShopper();
    await visit(page, '/shop');
    const name = 'Ours <img src="/x" onerror="document.title = 1"> & "yours"';
    const { names, elements } = await run(page, 'createLists', name);
    expect(names).toContain(name);
    expect(elements).toBe(0);
    expect(watch.problems()).toEqual([]);
  });

  it('adds from a popup to a new list with its name and visibility', async () => {
    await set('modal', true);
    const { page } = await open.sharedShopper();
    await visit(page, '/product/cup');
    expect(await page.locator('form .wishlist-fragment a.add_to_wishlist').count(), 'the link opens the popup').toBe(0);
    await openPopup(page, `a[data-rel="prettyPhoto[add_to_wishlist_${ids[0]}]"]`);
    await page.locator('.wl-popup-form .wishlist-select').selectOption('new');
    await page.locator('.wl-popup-form .wishlist-name').fill('Wedding');
    await page.locator('.wl-popup-form').getByText('People with the link').click();
    await page.locator('.wl-popup-footer .add_to_wishlist').click();
    await page.locator(`form .add-to-wishlist-${ids[0]}.exists`).waitFor();
    await visit(page, '/wishlist/manage');
    const wedding = page.locator('[data-wishlist-id]').filter({ hasText: 'Wedding' });
    expect(await wedding.locator('.wishlist-visibility').inputValue()).toBe('1');
    await set('modal', false);
  });

  it('moves a row by its popup, and sends the form that creates a list as it is', async () => {
    const { page } = await open.sharedShopper();
    await openList(page);
    await openPopup(page, 'a[data-rel="prettyPhoto[move_to_another_wishlist]"]');
    await page.locator('.wl-popup-form .wishlist-select').selectOption({ label: 'Kitchen' });
    await page.locator('.wl-popup-footer .move_to_wishlist').click();
    await expect.poll(() => readNames(page)).toEqual(['Jug', 'Tray']);
    await visit(page, '/wishlist/manage');
    await openPopup(page, 'a[data-rel="prettyPhoto[create_wishlist]"]');
    // Such scripts send nothing of this class by themselves.
    expect(await page.locator('.wl-popup-form').count()).toBe(0);
    await page.locator('#create_wishlist_popup .wishlist-name').fill('Garden');
    await page.locator('#create_wishlist_popup button').click();
    await page.getByRole('link', { name: 'Garden', exact: true }).waitFor();
  });
});
