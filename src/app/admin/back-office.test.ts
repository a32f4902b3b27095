import type { HTTPMethods, InjectOptions, RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath, isAdminPath } from '#platform/admin/contract.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from '../app.ts';

const { database } = useDatabase();

const texts = defineTexts('kilns', { title: 'Kilns', glazes: 'Glazes' });
const kilnsPath = adminPath('kilns');

let written: string[] = [];

/** A feature whose page in the back office asks to be cached, and that writes. */
const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.read', 'See kilns'), definePermission('glazes.read', 'See glazes')],
  texts: [texts],
  admin: {
    navigation: [
      { section: 'orders', text: texts.title, path: kilnsPath, permission: 'kilns.read' },
      { section: 'orders', text: texts.glazes, path: adminPath('glazes'), permission: 'glazes.read' },
    ],
    routes: (app, shop) => {
      const config = { requires: 'kilns.read' };
      app.get(kilnsPath, { config }, (request, reply) =>
        renderPrivatePage(shop, request, reply, { layout: 'admin', title: 'Kilns', body: 'secret-kiln' }),
      );
      app.get(`${kilnsPath}/list.json`, { config }, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=600').send({ kiln: 'secret-kiln' }),
      );
      app.get(`${kilnsPath}/broken`, { config }, async () => {
        throw new Error('broken on purpose');
      });
      app.route({
        method: ['POST', 'PUT', 'PATCH', 'DELETE'],
        url: `${kilnsPath}/:id`,
        config,
        handler: async ({ method }) => {
          written.push(method);
          return 'secret-kiln';
        },
      });
      app.get(adminPath('glazes'), { config: { requires: 'glazes.read' } }, async () => 'secret-glaze');
    },
  },
};

const choices = { ...withTestSession, features: [...withTestSession.features, kilns] };
const noPermission = createStaffCookie('Ada');
const opensOnly = createStaffCookie('Bea', openBackOffice.name);
const onlyKilns = createStaffCookie('Cleo', 'kilns.read');
const fullStaff = createStaffCookie('Dora Ó Néill', openBackOffice.name, 'kilns.read', 'glazes.read');

let app: App;
let customer: string;
const routes: RouteOptions[] = [];

beforeAll(async () => {
  const env = { PAGE_CACHE_MB: '64', LOG_LEVEL: 'silent' };
  app = await testShop(database, { choices, env, onRoute: (route) => routes.push(route) });
  const device = newShopper(app);
  await device.submit('/test/sign-in', { email: 'ada@example.com' });
  customer = `test-customer=${device.cookies.get('test-customer')}; visitor=${device.cookies.get('visitor')}`;
});

function ask(url: string, cookie = '', method: HTTPMethods = 'GET', accept = 'text/html') {
  const headers = { accept, ...(cookie ? { cookie } : {}) };
  return app.http.inject({ url, method: method as InjectOptions['method'] & string, headers });
}

/** Every address and method of the back office. */
const listAdminCalls = () =>
  routes
    .filter(({ url }) => isAdminPath(url))
    .flatMap(({ url, method, config }) =>
      [method].flat().map((each) => ({ url: url.replace(/:\w+|\*/g, '1'), method: each, requires: config?.requires })),
    );

const people = (): [who: string, cookie: string, status: number][] => [
  ['a guest', '', 303],
  ['a customer', customer, 403],
  ['staff without any permission', noPermission, 403],
  ['staff who may read kilns, but not open the back office', onlyKilns, 403],
];

describe('every route of the back office', () => {
  it('is walked: reads, HEAD and writes', () => {
    const calls = listAdminCalls();
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining(['GET /admin', 'HEAD /admin', 'GET /admin/kilns', 'POST /admin/kilns/1']),
    );
    expect(calls.length).toBeGreaterThanOrEqual(14);
    for (const { requires, url } of calls) expect(requires, url).toMatch(/^[a-z-]+\.[a-z-]+$/);
  });

  it('is closed to everybody without the permission, who learns and writes nothing', async () => {
    written = [];
    for (const [who, cookie, status] of people()) {
      for (const { url, method } of listAdminCalls()) {
        for (const accept of ['text/html', 'application/json']) {
          const reply = await ask(url, cookie, method, accept);
          const expected = status === 303 && accept !== 'text/html' ? 401 : status;
          expect(reply.statusCode, `${who}: ${method} ${url}`).toBe(expected);
          expect(reply.headers['cache-control'], url).toContain('no-store');
          expect(reply.body, url).not.toMatch(/secret|<nav/);
        }
      }
    }
    expect(written).toEqual([]);
  });

  it('needs its own permission besides `admin.open`', async () => {
    for (const { url, method, requires } of listAdminCalls()) {
      if (requires === openBackOffice.name) continue;
      expect((await ask(url, opensOnly, method)).statusCode, url).toBe(403);
    }
    expect((await ask(kilnsPath, fullStaff)).body).toContain('secret-kiln');
    expect((await ask(`${kilnsPath}/1`, fullStaff, 'POST')).body).toBe('secret-kiln');
  });

  it('is never cached, whatever it says itself', async () => {
    for (const { url, method } of listAdminCalls()) {
      const { headers } = await ask(url, fullStaff, method);
      expect([headers['cache-control'], headers['x-robots-tag']], url).toEqual(['private, no-store', 'noindex']);
      expect((await ask(url, '', method)).headers.location, url).toMatch(/^\/account\/sign-in/);
    }
  });
});

describe('an address of the back office without a page', () => {
  it('looks to strangers like one with a page', async () => {
    for (const [who, cookie, status] of people()) {
      const [unknown, known] = [await ask(adminPath('nothing'), cookie), await ask(kilnsPath, cookie)];
      expect(unknown.statusCode, who).toBe(status);
      expect(unknown.headers['cache-control'], who).toBe('private, no-store');
      const withoutNonce = ({ body }: { readonly body: string }) => body.replace(/nonce="[^"]*"/, '');
      expect(withoutNonce(unknown), who).toBe(withoutNonce(known).replaceAll(kilnsPath, adminPath('nothing')));
    }
  });

  it('leads staff to the start page', async () => {
    const reply = await ask(adminPath('nothing'), opensOnly);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([404, 'private, no-store']);
    expect(reply.body).toContain('href="/admin"');
    expect(reply.body).not.toContain('href="/shop"');
  });

  it('is the same however it is written', async () => {
    for (const url of ['/%61dmin/kilns', '/admin/', '/admin/?x=1', '/admin?x=1', '/admin/kilns/']) {
      const reply = await ask(url);
      expect([reply.statusCode, reply.headers['cache-control']], url).toEqual([303, 'private, no-store']);
    }
  });

  it('is no neighbour with a similar name', async () => {
    expect((await ask('/administration')).statusCode).toBe(404);
  });
});

describe('the admin layout', () => {
  it('greets staff and shows the navigation that they may open', async () => {
    const { body, statusCode } = await ask('/admin', createStaffCookie('Cleo', openBackOffice.name, 'kilns.read'));
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Hello, Cleo</h1>');
    expect(body).toContain('Signed in as Cleo');
    expect(body).toContain('href="/admin/kilns"');
    expect(body).not.toContain('Glazes');
    expect((await ask('/admin', opensOnly)).body).toMatch(/can’t open any part/);
  });

  it('escapes the name of staff, and marks the current page', async () => {
    const { body } = await ask(kilnsPath, createStaffCookie('<b>Eve', openBackOffice.name, 'kilns.read'));
    expect(body).toContain('&lt;b&gt;Eve');
    expect(body).not.toContain('<b>Eve');
    expect(body).toMatch(/href="\/admin\/kilns" aria-current="page"/);
  });

  it('has nothing of the shop’s frame, its own style sheet and noindex', async () => {
    const { body } = await ask('/admin', fullStaff);
    expect(body).toContain('href="/src/app/admin/admin.css"');
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).toMatch(/<a class="skip-link" href="#main">/);
    for (const part of ['href="/cart"', 'role="search"', 'site-header', 'site-footer', 'canonical', 'Shop all'])
      expect(body).not.toContain(part);
    expect(body.match(/<main\b/g)).toHaveLength(1);
    expect(body.match(/<nav\b[^>]*>/g)).toHaveLength(2);
  });

  it('says that a page may not be opened, without navigation', async () => {
    const { body } = await ask(kilnsPath, opensOnly);
    expect(body).toContain('You don’t have access to this page');
    expect(body).toContain('frame__header');
    expect(body).not.toMatch(/<nav|<dialog|href="\/admin|site-header/);
  });

  it('frames the errors of its pages', async () => {
    const reply = await ask(`${kilnsPath}/broken`, fullStaff);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([500, 'private, no-store']);
    expect(reply.body).toContain('frame__header');
    expect(reply.body).toContain('href="/admin/kilns/broken"');
    expect(reply.body).not.toMatch(/<nav|broken on purpose/);
  });

  it('is forbidden to crawlers', async () => {
    expect((await app.http.inject({ url: '/robots.txt' })).body).toContain('Disallow: /admin/\n');
  });
});

describe('the shop does not start with', () => {
  const start = (part: Partial<Feature>) =>
    testShop(database, {
      choices: { ...withTestSession, features: [{ ...kilns, ...part }] },
      env: { LOG_LEVEL: 'silent' },
    });
  const entry = { section: 'orders' as const, text: texts.title, path: kilnsPath, permission: 'kilns.read' };
  const { admin } = kilns;

  it.each<[what: string, part: Partial<Feature>, message: string]>([
    [
      'a route without permission',
      { admin: { routes: (http) => http.get(adminPath('open'), async () => 'open') } },
      'GET /admin/open requires no permission',
    ],
    [
      'a route without permission among the other routes of a feature',
      { routes: (http) => http.post(adminPath('open'), async () => 'open') },
      'POST /admin/open requires no permission',
    ],
    [
      'a route of the back office elsewhere',
      { admin: { routes: (http) => http.get('/kilns', { config: { requires: 'kilns.read' } }, async () => '') } },
      'GET /kilns is a route of the back office, but not below /admin',
    ],
    [
      'two routes of one address',
      {
        routes: (http) => http.get(kilnsPath, { config: { requires: 'kilns.read' } }, async () => ''),
      },
      "Method 'GET' already declared for route '/admin/kilns'",
    ],
    [
      'a cached page in the back office',
      { pages: [{ name: 'kilns', path: kilnsPath, load: async () => ({ kind: 'missing' as const }) }] },
      "the cached page '/admin/kilns' is below /admin",
    ],
    [
      'navigation that leads elsewhere',
      { admin: { ...admin, navigation: [{ ...entry, path: '/cart' }] } },
      "the navigation entry '/cart' is not below /admin",
    ],
    [
      'two navigation entries of one address',
      { admin: { ...admin, navigation: [entry, entry] } },
      "navigation entry '/admin/kilns' has two owners",
    ],
    [
      'navigation with an unknown permission',
      { admin: { ...admin, navigation: [{ ...entry, permission: 'kilns.raed' }] } },
      "the navigation entry '/admin/kilns' names 'kilns.raed', but no listed feature declares it",
    ],
    [
      'navigation that names another permission than its page',
      { admin: { ...admin, navigation: [{ ...entry, permission: 'glazes.read' }] } },
      "the navigation entry '/admin/kilns' has no GET route that requires 'glazes.read'",
    ],
  ])('%s', async (_what, part, message) => {
    await expect(start(part)).rejects.toThrow(message);
  });
});
