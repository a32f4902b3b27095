import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { informationPageSettings } from './settings.ts';

const { database } = useDatabase();
let app: App;

const pages = [
  { slug: 'delivery', title: 'Delivery', lead: 'Twice a week.', html: '<h2>When</h2><p>On Tuesdays.</p>' },
  { slug: 'terms', title: 'Terms', html: '<p onclick="x()">Fair.<script>alert(1)</script></p>', place: 'legal' },
  { slug: 'draft', title: 'Draft', html: '<p>Soon.</p>', place: 'none', isListed: false },
];

beforeAll(async () => {
  app = await testShop(database, { choices: { settings: { 'information-pages': { pages } } } });
});

const visit = (url: string) => app.http.inject(url);

describe('an information page', () => {
  it('shows its title, lead and text, with a description for search engines', async () => {
    const { statusCode, body } = await visit('/pages/delivery');
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Delivery</h1><p class="lead">Twice a week.</p>');
    expect(body).toContain('<h2>When</h2><p>On Tuesdays.</p>');
    expect(body).toContain('<meta name="description" content="Twice a week."/>');
  });

  it('has no scripts or handlers that its text may contain', async () => {
    const { body } = await visit('/pages/terms');
    expect(body).toContain('<p>Fair.</p>');
    expect(body).not.toMatch(/alert\(1\)|onclick/);
  });

  it('is linked from the footer with help, with the legal pages, or not at all', async () => {
    const footer = /<footer class="site-footer">.*<\/footer>/s.exec((await visit('/shop')).body)?.[0] ?? '';
    expect(footer).toMatch(/>Help<.*href="\/pages\/delivery">Delivery<.*>Legal<.*href="\/pages\/terms">Terms</s);
    expect(footer).not.toContain('Draft');
  });

  it('is in the sitemap unless it is not to be listed', async () => {
    const sitemap = (await visit('/sitemap-pages.xml')).body;
    expect(sitemap).toMatch(/\/pages\/delivery<.*\/pages\/terms</s);
    expect(sitemap).not.toContain('/pages/draft');
    expect((await visit('/pages/draft')).body).toContain('<meta name="robots" content="noindex"/>');
  });

  it.each(['/pages/nothing', '/pages/Delivery', '/pages/delivery/more'])('does not exist at %s', async (path) => {
    expect((await visit(path)).statusCode).toBe(404);
  });

  it('needs a slug of its own', () => {
    const twice = { pages: [pages[0], pages[0]] };
    expect(informationPageSettings.schema.safeParse(twice).error?.issues[0]?.message).toBe('Each slug may occur once.');
  });
});

describe('the demo shop', () => {
  it('has the pages that its checkout and its cookie settings link to', async () => {
    const demo = await testShop(database);
    const { pages: own } = demo.shop.settings(informationPageSettings);
    expect(own.map(({ slug }) => slug)).toEqual(['delivery', 'returns', 'terms', 'privacy', 'imprint']);
    for (const { slug, html } of own) {
      expect((await demo.http.inject(`/pages/${slug}`)).statusCode, slug).toBe(200);
      for (const [, path = ''] of html.matchAll(/href="(\/[^"]*)"/g)) {
        expect((await demo.http.inject(path)).statusCode, path).toBe(200);
      }
    }
    const settings = shopConfig.settings as Record<string, Record<string, unknown>>;
    expect([settings.checkout?.termsPath, settings.consent?.policyPath]).toEqual(['/pages/terms', '/pages/privacy']);
  });
});
