import type { RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';

const database = useDatabase();

it('routes have their admission lanes: under load public pages yield to carts, orders and writes', async () => {
  const routes: RouteOptions[] = [];
  const { shop } = await testShop(database, { onRoute: (route) => routes.push(route) });
  const getLane = (method: string, path: string) => {
    const route = routes.find(({ url, method: methods }) => url === path && [methods].flat().includes(method));
    expect(route, `${method} ${path}`).toBeDefined();
    return route?.config?.lane ?? 'private';
  };
  const { ajaxEndpoint, rest, platformRest } = shop.wire;
  for (const path of ['/', '/shop', '/product/:slug', '/search', '/sitemap.xml', ajaxEndpoint])
    expect(getLane('GET', path), path).toBe('public');
  for (const path of ['/cart', '/checkout', '/order/:token', `${platformRest}/private-state`])
    expect(getLane('GET', path), path).toBe('private');
  for (const path of ['/cart/add', '/checkout', `${rest}/cart/item`, ajaxEndpoint])
    expect(getLane('POST', path), path).not.toBe('always');
  expect(getLane('GET', '/media/:name')).toBe('file');
  for (const path of ['/healthz', '/readyz']) expect(getLane('GET', path), path).toBe('always');
});
