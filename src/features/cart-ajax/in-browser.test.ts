import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { shopConfig } from '#shop.config';
import { useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';

const database = useDatabase();
const wire = { storePlugin: 'oldstore', storeShort: 'os', platform: 'OP', apiRoot: '/json' };
const settings = {
  ...shopConfig.settings,
  ...{ cart: { hasScriptMarkup: true }, wishlists: { removeAfterAddToCart: true } },
};
const shop = useOpenShop(database, { choices: { wire, settings } });
let cup = 0;

beforeAll(async () => {
  cup = await addProduct(shop.app.shop, { name: 'Script cup', price: 1250, stock: 3 });
  await database.pool.query('select refresh_product_listing(array[$1::integer], now())', [cup]);
});

/**
 * A client by the facts that are known of the scripts of shops that move here: it adds and removes
 * with the buttons' `data-*`, replaces fragments, and keeps them with the hash of the cookie.
 */
async function runScripts(page: Page): Promise<void> {
  await page.addScriptTag({ url: '/compat.js' });
  await page.evaluate(async () => {
    const globals = window as unknown as Record<string, Record<string, string>>;
    const { os_cart_fragments_params: params = {}, os_add_to_cart_params: addParams = {} } = globals;
    const { fragment_name: fragmentName = '', cart_hash_key: hashKey = '' } = params;
    const widget = 'div.widget_shopping_cart_content';
    if (!document.querySelector(widget)) {
      const place = document.createElement('div');
      place.className = 'widget_shopping_cart_content';
      document.body.append(place);
    }
    const getCookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
    const trigger = (name: string) => document.body.dispatchEvent(new CustomEvent(name));
    const post = async (endpoint: string, data: Record<string, string>) => {
      const url = String(params.os_ajax_url).replace('%%endpoint%%', endpoint);
      const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(data) });
      if (!reply.ok || !reply.headers.get('content-type')?.startsWith('application/json')) throw new Error(url);
      return reply.json();
    };
    const show = (fragments: Record<string, string>) => {
      for (const [selector, html] of Object.entries(fragments)) {
        for (const element of document.querySelectorAll(selector)) {
          element.outerHTML = html;
          if (!document.querySelector(selector)) throw new Error(`the fragment does not match ${selector}`);
        }
      }
    };
    const store = (reply: { fragments: Record<string, string>; cart_hash: string }) => {
      sessionStorage.setItem(fragmentName, JSON.stringify(reply.fragments));
      localStorage.setItem(hashKey, reply.cart_hash);
      sessionStorage.setItem(hashKey, reply.cart_hash);
      if (reply.cart_hash) sessionStorage.setItem('os_cart_created', String(Date.now()));
    };
    const refresh = async () => {
      const reply = await post('get_refreshed_fragments', { time: String(Date.now()) });
      show(reply.fragments);
      store(reply);
      trigger('os_fragments_refreshed');
    };
    document.addEventListener('click', async (event) => {
      const target = event.target as Element;
      const add = target.closest<HTMLElement>('.add_to_cart_button.ajax_add_to_cart[data-product_id]');
      const remove = target.closest<HTMLAnchorElement>('.oldstore-mini-cart-item .remove_from_cart_button');
      if (add) {
        event.preventDefault();
        const reply = await post('add_to_cart', { ...(add.dataset as Record<string, string>) });
        if (reply.error && reply.product_url) {
          location.assign(reply.product_url);
          return;
        }
        show(reply.fragments);
        store(reply);
        document.body.dataset.viewCart = `${addParams.i18n_view_cart} ${addParams.cart_url}`;
        trigger('added_to_cart');
      } else if (remove) {
        event.preventDefault();
        const reply = await post('remove_from_cart', { cart_item_key: remove.dataset.cart_item_key ?? '' });
        if (!reply?.fragments) {
          location.assign(remove.href);
          return;
        }
        show(reply.fragments);
        store(reply);
        trigger('removed_from_cart');
      }
    });
    const stored = JSON.parse(sessionStorage.getItem(fragmentName) ?? 'null');
    const hash = sessionStorage.getItem(hashKey) || '';
    const created = Number(sessionStorage.getItem('os_cart_created'));
    const isFresh = !hash || Date.now() - created < 24 * 60 * 60 * 1000;
    if (stored?.[widget] && isFresh && hash === (getCookie('oldstore_cart_hash') ?? '')) {
      show(stored);
      document.body.dataset.loaded = 'stored';
      trigger('os_fragments_loaded');
    } else {
      await refresh();
      document.body.dataset.loaded = 'refreshed';
    }
  });
}

const openShopPage = async (page: Page) => {
  await page.goto('/shop');
  await runScripts(page);
  return page.locator('body').getAttribute('data-loaded');
};

describe('scripts of a shop that moved here, in a browser', () => {
  it('add, reuse what they stored, refresh after other changes, and remove', async () => {
    const { page, context, watch } = await shop.sharedShopper();
    expect(await openShopPage(page)).toBe('refreshed');
    await page.locator(`.add_to_cart_button[data-product_id="${cup}"]`).click();
    const widget = page.locator('div.widget_shopping_cart_content');
    await expect.poll(() => widget.textContent()).toContain('€12.50');
    expect(await widget.locator('input[name^=quantity]').inputValue()).toBe('1');
    expect(await page.locator('body').getAttribute('data-view-cart')).toBe('View cart /cart');
    const readHash = async () => {
      const cookies = await context.cookies();
      return cookies.find(({ name }) => name === 'oldstore_cart_hash')?.value;
    };
    const stored = await page.evaluate(() => localStorage.getItem('os_cart_hash'));
    expect([stored, stored === (await readHash())]).toEqual([expect.stringMatching(/^[\da-f]{32}$/), true]);

    expect(await openShopPage(page)).toBe('stored');
    await expect.poll(() => widget.textContent()).toContain('Script cup');

    // The shop's own call changes the cookie, so what is stored is not used again.
    await page.evaluate(
      (id) => fetch('/cart/add', { method: 'POST', body: new URLSearchParams({ product_id: String(id) }) }),
      cup,
    );
    expect(await readHash()).not.toBe(stored);
    expect(await openShopPage(page)).toBe('refreshed');
    await expect.poll(() => widget.textContent()).toContain('€25.00');

    await page.locator('.remove_from_cart_button').click();
    await expect.poll(() => widget.textContent()).toContain('Your cart is empty');
    expect(await readHash()).toBeUndefined();
    expect(watch.problems()).toEqual([]);
  });

  it('[G2] [G3] add as many as the field beside the button says, and the header counts them', async () => {
    const { page, watch } = await shop.sharedShopper();
    await database.pool.query('update stock_levels set on_hand = 50 where variation_id = $1', [cup]);
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: cup }, maxRedirects: 0 });
    await page.goto('/wishlist');
    await waitForHydration(page, 'vt-behaviour[name="mini-cart/mini-cart"]');
    await runScripts(page);
    await page.locator('.wishlist-item__quantity').fill('3');
    const button = page.locator('.wishlist_table .add_to_cart_button');
    expect(await button.getAttribute('data-quantity')).toBe('3');
    await button.click();
    const count = page.locator('.site-header [data-count="cart"]');
    await expect.poll(() => count.textContent()).toBe('3');
    expect(await page.locator('div.widget_shopping_cart_content').textContent()).toContain('€37.50');
    await page.locator('.remove_from_cart_button').click();
    await count.waitFor({ state: 'hidden' });
    expect(watch.problems()).toEqual([]);
  });

  it('lead to the product when it cannot be added, and to the page that removes when a call fails', async () => {
    const { page } = await shop.sharedShopper();
    await openShopPage(page);
    await database.pool.query('update stock_levels set on_hand = 1 where variation_id = $1', [cup]);
    await page.locator(`.add_to_cart_button[data-product_id="${cup}"]`).click();
    await expect.poll(() => page.locator('.remove_from_cart_button').count()).toBe(1);
    await page.locator('.remove_from_cart_button').evaluate((link) => {
      (link as HTMLElement).dataset.cart_item_key = 'gone';
    });
    await page.locator('.remove_from_cart_button').click();
    await page.waitForURL('**/cart/remove?cart_item_key=*');
    expect(await page.locator('main').textContent()).toContain('remove “Script cup” from your cart?');
    await openShopPage(page);
    await page.locator(`.add_to_cart_button[data-product_id="${cup}"]`).click();
    await page.waitForURL('**/product/**');
  });

  it('[7.6/19] add a row of a wishlist, which leaves the list', async () => {
    const { page, watch } = await shop.sharedShopper();
    await database.pool.query('update stock_levels set on_hand = 50 where variation_id = $1', [cup]);
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: cup }, maxRedirects: 0 });
    await page.goto('/wishlist');
    await runScripts(page);
    const posts: (string | null)[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.postData()));
    await page.locator('.wishlist_table .add_to_cart_button').click();
    const widget = page.locator('div.widget_shopping_cart_content');
    await expect.poll(() => widget.textContent()).toContain('Script cup');
    expect(posts, 'the shop’s own script adds no second time').toEqual([
      expect.stringContaining('remove_from_wishlist'),
    ]);
    await page.goto('/wishlist');
    expect(await page.locator('[data-row-id]').count()).toBe(0);
    expect(watch.problems()).toEqual([]);
  });
});

describe('a client of the store API, in a browser', () => {
  it('refreshes its nonce after a refusal, keeps its cart token, and sends batches', async () => {
    const { page, context } = await shop.sharedShopper();
    await database.pool.query('update stock_levels set on_hand = 50 where variation_id = $1', [cup]);
    await page.goto('/shop');
    const seen = await page.evaluate(async (id) => {
      const root = '/json/os/store/v1';
      const state = { nonce: 'outdated', codes: [] as string[] };
      const call = async (path: string, options: RequestInit = {}): Promise<Record<string, unknown>> => {
        const headers = { 'content-type': 'application/json', nonce: state.nonce };
        const reply = await fetch(`${root}${path}`, { ...options, headers: { ...headers, ...options.headers } });
        const isRefused = reply.status === 403;
        state.nonce = reply.headers.get('nonce') ?? state.nonce;
        localStorage.setItem('cartToken', reply.headers.get('cart-token') ?? '');
        const body = await reply.json();
        if (!isRefused) return body;
        state.codes.push(body.code);
        return call(path, options);
      };
      await call('/cart');
      state.nonce = 'outdated';
      const body = JSON.stringify({ id, quantity: 2 });
      const added = await call('/cart/add-item', { method: 'POST', body });
      const request = (path: string, more: object) => ({
        path: `/os/store/v1/cart/${path}`,
        method: 'POST',
        body: more,
        headers: { Nonce: state.nonce },
      });
      const [{ key }] = added.items as [{ key: string }];
      const batch = await call('/batch?_locale=user', {
        method: 'POST',
        body: JSON.stringify({
          requests: [request('update-item', { key, quantity: 5 }), request('apply-coupon', { code: 'x' })],
        }),
      });
      const replaced = await call(`/cart/items/${key}`, {
        method: 'POST',
        headers: { 'X-HTTP-Method-Override': 'PUT' },
        body: JSON.stringify({ quantity: 4 }),
      });
      return { codes: state.codes, batch, quantity: replaced.quantity };
    }, cup);
    expect(seen).toMatchObject({
      codes: ['oldstore_rest_invalid_nonce'],
      batch: {
        responses: [
          { status: 200, body: { items_count: 5 } },
          { status: 400, body: { code: 'oldstore_rest_cart_coupon_error' } },
        ],
      },
      quantity: 4,
    });
    // The token alone stands for the cart, where no cookie goes.
    await context.clearCookies();
    const count = await page.evaluate(async () => {
      const headers = { 'cart-token': localStorage.getItem('cartToken') ?? '' };
      return (await (await fetch('/json/os/store/v1/cart', { headers, credentials: 'omit' })).json()).items_count;
    });
    expect(count).toBe(4);
  });
});
