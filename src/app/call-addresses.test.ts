import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();
const routes: RouteOptions[] = [];
let app: Awaited<ReturnType<typeof testShop>>;

beforeAll(async () => {
  app = await testShop(database, { onRoute: (route) => routes.push(route) });
});

interface Address {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly isPage: boolean;
}

const listAddresses = (): Address[] =>
  routes.flatMap(({ method, url, config }) => {
    const path = url.replace(/:\w+|\*/g, '1');
    const isCall = config?.api !== undefined || config?.runsActions === true;
    return path === '/' || path.endsWith('.js')
      ? []
      : [method].flat().map((each) => ({
          method: each as Address['method'],
          url: path,
          isPage: !isCall && (each === 'GET' || each === 'HEAD'),
        }));
  });

/** What a client can tell apart: status, kind of content, and the names of the body's fields. */
async function describeReply({ method, url }: Pick<Address, 'method' | 'url'>) {
  const { statusCode, headers, body } = await app.http.inject({ method, url, headers: { accept: 'application/json' } });
  const type = String(headers['content-type'] ?? '');
  const fields = type.includes('json') && body !== '' ? Object.keys(JSON.parse(body)) : null;
  const code = fields?.includes('code') ? JSON.parse(body).code : null;
  return { statusCode, type, location: headers.location?.replace(/\?.*/, ''), fields, code };
}

describe('a slash at the end of an address (C5)', () => {
  it('changes nothing for a call: no status, no shape, no redirect', async () => {
    const calls = listAddresses().filter(({ isPage }) => !isPage);
    expect(calls.length).toBeGreaterThan(150);
    for (const { method, url } of calls) {
      const plain = await describeReply({ method, url });
      expect(await describeReply({ method, url: `${url}/` }), `${method} ${url}/`).toEqual(plain);
    }
  });

  it('redirects a page to the address without it, and keeps the query', async () => {
    const pages = listAddresses().filter(({ isPage }) => isPage);
    expect(pages.length).toBeGreaterThan(40);
    for (const { method, url } of pages) {
      const { statusCode, headers } = await app.http.inject({ method, url: `${url}/?a=1` });
      // The back office asks who it is first.
      const isGuarded = statusCode === 303 || statusCode === 401;
      if (!isGuarded) expect([statusCode, headers.location], `${method} ${url}/`).toEqual([308, `${url}?a=1`]);
    }
  });

  it('is the same in the store API for an order, a list and a line', async () => {
    const root = findStoreRoot();
    for (const method of ['POST', 'PUT'] as const) {
      const { statusCode, body } = await app.http.inject({ method, url: `${root}/checkout/` });
      expect([statusCode, JSON.parse(body).code], method).not.toEqual([404, 'not_found']);
    }
    expect((await app.http.inject(`${root}/products/`)).statusCode).toBe(200);
    expect((await app.http.inject(`${root}/cart/items/`)).json()).toEqual([]);
  });
});

/** The root of the store API, as the shop names it. */
function findStoreRoot(): string {
  const route = routes.find(({ config }) => config?.api?.name === 'store-api.get-cart');
  return route?.url.replace(/\/cart$/, '') ?? '';
}
