import type { RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { useDatabase } from '#tests/database.ts';
import { testShop } from '#tests/shop.ts';

const database = useDatabase();

it('under load pages for everyone give way before carts, orders and calls that write', async () => {
  const routes: RouteOptions[] = [];
  const { shop } = await testShop(database, { onRoute: (route) => routes.push(route) });
  const laneOf = (method: string, path: string) => {
    const found = routes.find((route) => route.url === path && [route.method].flat().includes(method));
    expect(found, `${method} ${path}`).toBeDefined();
    return found?.config?.lane ?? 'private';
  };
  const { ajaxEndpoint, rest, platformRest } = shop.wire;
  for (const path of ['/', '/shop', '/product/:slug', '/search', '/sitemap.xml', ajaxEndpoint])
    expect(laneOf('GET', path), path).toBe('public');
  for (const path of ['/cart', '/checkout', '/order/:token', `${platformRest}/private-state`])
    expect(laneOf('GET', path), path).toBe('private');
  for (const path of ['/cart/add', '/checkout', `${rest}/cart/item`, ajaxEndpoint])
    expect(laneOf('POST', path), path).not.toBe('always');
  expect(laneOf('GET', '/media/:name')).toBe('file');
  for (const path of ['/healthz', '/readyz']) expect(laneOf('GET', path), path).toBe('always');
});
