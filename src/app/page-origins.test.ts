import { createElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cartExpress } from '#features/cart-page/index.ts';
import { miniCartExpress, miniCartOrigins } from '#features/mini-cart/index.ts';
import { productSummary } from '#features/product-form/index.ts';
import { defineSettings } from '#platform/config/settings.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';
import { noAssets } from '#platform/islands/assets.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

const walletSettings = defineSettings(
  'trial-wallet',
  z.strictObject({ host: z.string().default('wallet.example'), inMiniCart: z.boolean().default(false) }),
);

const getOrigins = (shop: Shop): PageOrigins => {
  const origin = `https://${shop.settings(walletSettings).host}`;
  return { script: [origin], frame: [origin], hasInlineStyles: true };
};
const renderButton = (shop: Shop) => {
  allowOrigins(getOrigins(shop));
  return createElement('div', { 'data-wallet': '' });
};

const feature: Feature = {
  name: 'trial-wallet',
  needs: ['cart-page', 'mini-cart', 'product-form'],
  settings: [walletSettings],
  routes: (app, shop) => {
    app.get('/trial/plain', { config: { lane: 'private' } }, (request, reply) =>
      renderPrivatePage(shop, request, reply, { title: 'Plain', body: 'plain' }),
    );
    app.get('/trial/json', { config: { lane: 'private' } }, async () => {
      renderButton(shop);
      return { ok: true };
    });
  },
};

const { database } = useDatabase();
let app: App;
let basePolicy = '';
let product = 0;

beforeAll(async () => {
  app = await testShop(database, {
    assets: { ...noAssets, entry: '/entry.js' },
    choices: {
      features: [feature],
      fills: [
        ...fillSlot(productSummary, [renderButton]),
        ...fillSlot(cartExpress, [renderButton]),
        ...fillSlot(miniCartExpress, [renderButton]),
      ],
      provides: providePort(miniCartOrigins, [
        (shop) => (shop.settings(walletSettings).inMiniCart ? getOrigins(shop) : null),
      ]),
    },
  });
  const master = { regularPrice: 1000 };
  ({ id: product } = await saveTestProduct(app.shop, {
    name: 'Moon jar',
    slug: 'moon-jar',
    status: 'published',
    master,
  }));
  basePolicy = readPolicy(await get('/pages/terms'));
});

type Reply = Awaited<ReturnType<typeof get>>;
const get = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { accept: 'text/html', ...headers } });
const readPolicy = ({ headers }: Reply) => String(headers['content-security-policy']);
const readDirective = (policy: string, name: string) =>
  policy.split('; ').find((directive) => directive.startsWith(`${name} `));
const set = async (key: string, value: unknown) =>
  expect(await changeSettings(app.shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: true });
const readNonce = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

describe('a cached page with buttons of a provider', () => {
  it('allows style elements and the origin of the scripts, and no nonce', async () => {
    const reply = await get('/product/moon-jar');
    const policy = readPolicy(reply);
    expect(reply.headers['cache-control']).toContain('public');
    expect(policy).not.toContain('nonce');
    expect(reply.body).not.toMatch(/nonce=/);
    expect(readDirective(policy, 'style-src-elem')).toBe("style-src-elem 'self' 'unsafe-inline'");
    expect(readDirective(policy, 'style-src')).toBe("style-src 'self'");
    const scripts = readDirective(policy, 'script-src') ?? '';
    expect(scripts).not.toContain('unsafe');
    expect(scripts).toBe(`${readDirective(basePolicy, 'script-src')} https://wallet.example`);
    // Nothing else differs.
    const strip = (text: string) =>
      text.split('; ').filter((directive) => !/^(script-src|style-src-elem|frame-src) /.test(directive));
    expect(strip(policy)).toEqual(strip(basePolicy));
    expect(readPolicy(await get('/product/moon-jar')), 'from the cache').toBe(policy);
  });

  it('is alone in it: pages without buttons keep the policy of every reply', async () => {
    expect(basePolicy).not.toContain('wallet.example');
    expect(basePolicy).not.toContain('style-src-elem');
    for (const path of ['/', '/shop', '/trial/plain', '/nowhere', '/trial/json'])
      expect(readPolicy(await get(path)), path).toBe(basePolicy);
  });

  it('is not modified with the policy of the stored page only, and another page when the policy differs', async () => {
    const first = await get('/product/moon-jar');
    const etag = String(first.headers.etag);
    const again = await get('/product/moon-jar', { 'if-none-match': etag });
    expect([again.statusCode, readPolicy(again), again.headers.etag]).toEqual([304, readPolicy(first), etag]);
    await set('trial-wallet.host', 'live.wallet.example');
    const changed = await get('/product/moon-jar', { 'if-none-match': etag });
    expect(changed.statusCode, 'although its HTML is the same').toBe(200);
    expect(changed.body).toBe(first.body);
    expect(readPolicy(changed)).toContain('https://live.wallet.example');
    const fresh = await get('/product/moon-jar', { 'if-none-match': String(changed.headers.etag) });
    expect([fresh.statusCode, readPolicy(fresh)]).toEqual([304, readPolicy(changed)]);
    await set('trial-wallet.host', undefined);
    const back = await get('/product/moon-jar', { 'if-none-match': etag });
    expect([back.statusCode, readPolicy(back)]).toEqual([304, readPolicy(first)]);
  });
});

describe('a page for one request with buttons of a provider', () => {
  it('has a nonce of its own in its policy and at its script, and no inline styles without it', async () => {
    const shopper = newShopper(app);
    await shopper.addToCart(product);
    const visits = [await shopper.visit('/cart'), await shopper.visit('/cart')];
    const nonces = visits.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy']);
      const nonce = readNonce(policy) ?? '';
      expect(nonce).toMatch(/^[\w+/]{22}==$/);
      expect(body).toContain(` src="/entry.js" fetchPriority="low" nonce="${nonce}"`);
      expect(readDirective(policy, 'style-src-elem')).toBe(`style-src-elem 'self' 'nonce-${nonce}'`);
      expect(readDirective(policy, 'script-src')).toContain(`'nonce-${nonce}'`);
      expect(readDirective(policy, 'script-src')).toContain('https://wallet.example');
      expect(String(headers['cache-control'])).toBe('private, no-store');
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });
});

describe('buttons in the mini-cart', () => {
  it('are allowed for on every page that has one, while there are some', async () => {
    const before = await get('/');
    await set('trial-wallet.inMiniCart', true);
    for (const path of ['/', '/shop', '/trial/plain', '/nowhere']) {
      const policy = readPolicy(await get(path));
      const isCached = path === '/' || path === '/shop';
      expect(readDirective(policy, 'script-src'), path).toContain('https://wallet.example');
      expect(readNonce(policy) === undefined, path).toBe(isCached);
    }
    const stored = await get('/', { 'if-none-match': String(before.headers.etag) });
    expect(stored.statusCode).toBe(200);
    await set('trial-wallet.inMiniCart', false);
    expect(readPolicy(await get('/'))).toBe(basePolicy);
  });
});
