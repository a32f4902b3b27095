import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { adminPath, adminSearchPath, countsPath } from '#platform/admin/contract.ts';
import { adminSearch, type FindHits } from '#platform/admin/search.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { providePort } from '#platform/features/ports.ts';
import { createAssets } from '#platform/islands/assets.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { defineTexts } from '#platform/texts/texts.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from '../app.ts';

const { database } = useDatabase();

const texts = defineTexts('kilns', { kilns: 'Kilns', firings: 'Firings', glazes: 'Glazes' });
const pages = [
  { section: 'reports', text: texts.glazes, path: adminPath('glazes'), permission: 'glazes.read' },
  { section: 'orders', text: texts.kilns, path: adminPath('kilns'), permission: 'kilns.read' },
  { section: 'orders', text: texts.firings, path: adminPath('kilns/firings'), permission: 'kilns.read' },
] as const;

/** Paths whose numbers were counted. */
let counted: string[] = [];

const kilns: Feature = {
  name: 'kilns',
  needs: [],
  permissions: [definePermission('kilns.read', 'See kilns'), definePermission('glazes.read', 'See glazes')],
  texts: [texts],
  admin: {
    navigation: pages.map((page) => ({
      ...page,
      count: async () => {
        counted.push(page.path);
        if (page.path.endsWith('firings')) throw new Error('broken on purpose');
        return 7;
      },
    })),
    routes: (app) => {
      for (const { path, permission } of pages) app.get(path, { config: { requires: permission } }, async () => path);
      app.get(adminPath('kilns/file'), { config: { requires: 'kilns.read' } }, async (_request, reply) =>
        reply.header('content-security-policy', "default-src 'none'; sandbox").type('text/html').send('<p>A file'),
      );
    },
  },
};

const findKilns: FindHits = async (_shop, _db, actor, query) =>
  isPermitted(actor, 'kilns.read') ? [{ group: 'Kilns', title: `Kiln ${query}`, href: '/admin/kilns/1' }] : [];

let app: App;
const kilnStaff = createStaffCookie('Cleo Marsh', 'admin.open', 'kilns.read');
const opensOnly = createStaffCookie('Dora', 'admin.open');

beforeAll(async () => {
  app = await testShop(database, {
    assets: createAssets('development'),
    env: { LOG_LEVEL: 'silent' },
    choices: {
      ...withTestSession,
      features: [...withTestSession.features, kilns],
      provides: [
        ...withTestSession.provides,
        ...providePort(adminSearch, [
          findKilns,
          async () => {
            throw new Error('broken on purpose');
          },
        ]),
      ],
    },
  });
});

const ask = (url: string, cookie: string, accept = 'text/html') =>
  app.http.inject({ url, headers: { accept, cookie } });
const askJson = async (url: string, cookie: string) => (await ask(url, cookie, 'application/json')).json();

describe('the navigation', () => {
  it('groups entries by section in their order, and marks the page', async () => {
    const { body } = await ask(adminPath(), kilnStaff);
    const links = [...body.matchAll(/class="side__(?:link|entry)" href="([^"]*)"( aria-current="page")?/g)];
    expect(links.map(([, href, current]) => [href, current !== undefined])).toEqual([
      ['/admin', true],
      ['/admin/kilns', false],
      ['/admin/kilns', false],
      ['/admin/kilns/firings', false],
      ['/admin/runs', false],
      ['/admin/runs', false],
    ]);
    expect(body).not.toContain('Reports');
  });

  it('runs no query and no count: the numbers are answered by a private call', async () => {
    counted = [];
    const { body } = await ask(adminPath(), kilnStaff);
    expect(body).toContain('data-admin-count="/admin/kilns /admin/kilns/firings"');
    expect(counted).toEqual([]);
  });

  it('counts only for entries that somebody may see, and leaves out what fails', async () => {
    counted = [];
    const reply = await ask(countsPath, kilnStaff, 'application/json');
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.json()).toEqual({ counts: { '/admin/kilns': 7 } });
    expect(counted).toEqual(['/admin/kilns', '/admin/kilns/firings']);
    expect(await askJson(countsPath, opensOnly)).toEqual({ counts: {} });
  });
});

describe('the search', () => {
  const titles = async (query: string, cookie = kilnStaff) => {
    const { hits } = await askJson(`${adminSearchPath}?q=${encodeURIComponent(query)}`, cookie);
    return hits.map(({ title }: { readonly title: string }) => title);
  };

  it('finds pages by words of their titles and sections, and what features provide', async () => {
    expect(await titles('kil')).toEqual(['Kilns', 'Kiln kil']);
    expect(await titles('  ORDERS fir ')).toEqual(['Firings', 'Kiln ORDERS fir']);
    expect(await titles('')).toEqual(['Home', 'Runs', 'Kilns', 'Firings']);
  });

  it('finds only what somebody may see', async () => {
    expect(await titles('k', opensOnly)).toEqual([]);
    expect(await titles('', opensOnly)).toEqual(['Home', 'Runs']);
  });

  it('is a page without script, with a way on when nothing is found', async () => {
    const { body } = await ask(`${adminSearchPath}?q=%3Cb%3E`, opensOnly);
    expect(body).toContain('Nothing found for “&lt;b&gt;”');
    expect(body).toContain('value="&lt;b&gt;"');
    expect((await ask(`${adminSearchPath}?q=firings`, kilnStaff)).body).toContain('href="/admin/kilns/firings"');
  });
});

describe('the policy', () => {
  it('allows styles with the nonce of the page, other each time, and nothing from elsewhere', async () => {
    const replies = [await ask(adminPath(), kilnStaff), await ask(adminPath('nothing'), kilnStaff)];
    const nonces = replies.map(({ body, headers }) => {
      const nonce = /<meta property="csp-nonce" nonce="([^"]+)"\/>/.exec(body)?.[1];
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:/);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('is not that of the shop’s pages, and a file keeps its own', async () => {
    const shop = await app.http.inject({ url: '/cart' });
    expect(shop.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(shop.body).not.toContain('csp-nonce');
    const file = await ask(adminPath('kilns/file'), kilnStaff);
    expect(file.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('has one script, and no style sheet of the shop', async () => {
    const { body } = await ask(adminPath(), kilnStaff);
    expect([...body.matchAll(/<script(?! type="application\/json")[^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual(
      ['/src/app/admin-browser.ts'],
    );
    expect(body.match(/<script/g)).toHaveLength(2);
  });
});

describe('the page of all parts', () => {
  it('is there for staff of a demo shop', async () => {
    expect((await ask(adminPath('kit'), opensOnly)).statusCode).toBe(200);
    expect((await ask(adminPath('kit'), createStaffCookie('Eve'))).statusCode).toBe(403);
  });

  it('is not in a live shop', async () => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      const live = await testShop(database, {
        env: {
          ...{ MODE: 'live', PUBLIC_URL: 'https://shop.example', SECRET: randomBytes(32).toString('hex') },
          ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@shop.example', LOG_LEVEL: 'silent' },
        },
        choices: withTestSession,
      });
      const headers = { accept: 'text/html', cookie: opensOnly, host: 'shop.example' };
      expect((await live.http.inject({ url: adminPath('kit'), headers })).statusCode).toBe(404);
      expect((await live.http.inject({ url: adminPath(), headers })).statusCode).toBe(200);
    } finally {
      process.env.NODE_ENV = before;
    }
  });
});
