import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { salesShop } from '#tests/support/sales.ts';

const { database } = useDatabase();
const path = '/.well-known/apple-developer-merchantid-domain-association';
let app: App;

beforeAll(async () => {
  app = await salesShop(database, {
    settings: { wallet: { clientId: 'an-account', applePay: true, googlePay: true } },
    env: { WALLET_CLIENT_SECRET: 'a-secret' },
  });
});

const change = (key: string, value: unknown) => changeSettings(app.shop, [{ key, value, version: null }], 'shop');

describe('the domain association file of Apple', () => {
  it('is served as it was set, as plain text, and only then', async () => {
    expect((await app.http.inject({ url: path })).statusCode).toBe(404);
    const content = '7B2270737049642231\n'.repeat(100);
    await change('wallet.applePayDomainFile', content);
    const reply = await app.http.inject({ url: path });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(reply.body).toBe(content);
    const again = await app.http.inject({ url: path, headers: { 'if-none-match': String(reply.headers.etag) } });
    expect(again.statusCode).toBe(304);
    await change('wallet.applePayDomainFile', undefined);
    expect((await app.http.inject({ url: path })).statusCode).toBe(404);
  });

  it.each([
    ['is too long', 'A'.repeat(32_769)],
    ['has other characters', 'é'],
    ['has zero bytes', 'A\0'],
  ])('is refused when it %s', async (_, content) => {
    const outcome = await change('wallet.applePayDomainFile', content);
    expect(outcome).toMatchObject({ ok: false });
  });
});

describe('the policy of pages', () => {
  /** Of the checkout, with something in the cart, and of the home page. */
  async function readPolicies(): Promise<{ checkout: string; home: string }> {
    const product = await addProduct(app.shop, { stock: 5 });
    const added = await app.http.inject({
      ...{ method: 'POST', url: '/cart/add' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `product_id=${product}`,
    });
    const cookie = added.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const [checkout, home] = await Promise.all([
      app.http.inject({ url: '/checkout', headers: { cookie } }),
      app.http.inject({ url: '/' }),
    ]);
    expect(checkout.statusCode).toBe(200);
    const read = (reply: typeof home) => String(reply.headers['content-security-policy']);
    return { checkout: read(checkout), home: read(home) };
  }

  it('lets the checkout load what Google Pay needs, and no other page', async () => {
    const { checkout, home } = await readPolicies();
    const find = (name: string) => checkout.split('; ').find((each) => each.startsWith(`${name} `)) ?? '';
    expect(find('script-src')).toContain(' https://pay.google.com');
    expect(find('frame-src')).toContain(' https://pay.google.com');
    expect(find('connect-src')).toContain(' https://pay.google.com https://google.com https://www.google.com');
    expect(find('img-src')).toContain(' https://www.gstatic.com');
    expect(home).not.toMatch(/google|gstatic/);
  });

  it('knows nothing of Google while Google Pay is off', async () => {
    await change('wallet.googlePay', false);
    expect((await readPolicies()).checkout).not.toMatch(/google|gstatic/);
    await change('wallet.googlePay', undefined);
  });
});
