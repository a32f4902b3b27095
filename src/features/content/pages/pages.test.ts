import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { information } from '#demo/information.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { shopConfig } from '#shop.config';
import { findContentId, setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { definePages, initialContent } from '../entries/initial-content.ts';
import { addRevision, changeSlug, findEntry, publish } from '../entries/save-entry.ts';

const { database } = useDatabase();
let app: App;

const pages = definePages([
  { slug: 'delivery', title: 'Delivery', lead: 'Twice a week.', html: '<h2>When</h2><p>On Tuesdays.</p>' },
  { slug: 'terms', title: 'Terms', html: '<p onclick="x()">Fair.<script>alert(1)</script></p>', place: 'legal' },
  { slug: 'draft', title: 'Draft', html: '<p>Soon.</p>', place: 'none', isListed: false },
]);

beforeAll(async () => {
  app = await testShop(database, { choices: { provides: providePort(initialContent, [pages]) } });
});

const visit = (url: string) => app.http.inject(url);
const readFooter = async () => /<footer class="site-footer">.*<\/footer>/s.exec((await visit('/shop')).body)?.[0] ?? '';

/** Saves a draft of a page. */
async function change(slug: string, title: string): Promise<void> {
  const id = await findContentId(app.shop, slug);
  await inTransaction(app.shop.db, async (tx) => {
    const entry = await findEntry(tx, id, true);
    if (entry) await addRevision(app.shop, tx, id, { ...entry, title }, 'shop');
  });
}

describe('a page', () => {
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
    const footer = await readFooter();
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

  it('shows a draft to nobody, and what is published at the next request after the commit', async () => {
    await change('delivery', 'Shipping');
    expect((await visit('/pages/delivery')).body).toContain('<h1>Delivery</h1>');
    expect(await readFooter()).toContain('>Delivery<');
    await setPublished(app.shop, ['delivery'], true);
    expect((await visit('/pages/delivery')).body).toContain('<h1>Shipping</h1>');
    expect(await readFooter()).toContain('>Shipping<');
  });

  it('is gone at once when it is not published any more: from its address, footer and sitemap', async () => {
    await setPublished(app.shop, ['terms'], false);
    expect((await visit('/pages/terms')).statusCode).toBe(404);
    expect(await readFooter()).not.toContain('/pages/terms');
    expect((await visit('/sitemap-pages.xml')).body).not.toContain('/pages/terms');
    await setPublished(app.shop, ['terms'], true);
    expect((await visit('/pages/terms')).statusCode).toBe(200);
  });

  it('leads from each earlier address to the one that it has now', async () => {
    const id = await findContentId(app.shop, 'delivery');
    const rename = (slug: string) => inTransaction(app.shop.db, (tx) => changeSlug(app.shop, tx, id, slug));
    expect([await rename('terms'), await rename('post'), await rename('shipping')]).toEqual([false, true, true]);
    for (const path of ['/pages/delivery', '/pages/post']) {
      const { statusCode, headers } = await visit(path);
      expect([statusCode, headers.location]).toEqual([301, '/pages/shipping']);
    }
    expect((await visit('/pages/shipping')).statusCode).toBe(200);
    expect(await rename('доставка')).toBe(true);
    expect((await visit('/pages/shipping')).headers.location).toBe(`/pages/${encodeURIComponent('доставка')}`);
    expect(await rename('delivery')).toBe(true);
    expect((await visit('/pages/delivery')).statusCode).toBe(200);
  });

  it('drops pages with the footer only when a link of it changes', async () => {
    const cached = async () => {
      const before = app.shop.pages.statistics.misses;
      await visit('/cart-help-that-is-missing');
      await visit('/shop');
      return app.shop.pages.statistics.misses - before;
    };
    await visit('/shop');
    const id = await findContentId(app.shop, 'delivery');
    const quiet = await cached();
    await inTransaction(app.shop.db, async (tx) => {
      const entry = await findEntry(tx, id, true);
      if (!entry) return;
      const tree = { version: 1, blocks: [{ id: 'text', type: 'text', values: { html: '<p>Changed.</p>' } }] } as const;
      await publish(app.shop, tx, id, await addRevision(app.shop, tx, id, { ...entry, tree }, 'shop'));
    });
    expect(await cached()).toBe(quiet);
    expect((await visit('/pages/delivery')).body).toContain('<p>Changed.</p>');
  });
});

describe('revisions', () => {
  it('never change and never go, whichever program writes', async () => {
    const { pool } = database;
    await expect(pool.query(`update content_revisions set title = 'x'`)).rejects.toThrow('only ever added to');
    await expect(pool.query('delete from content_revisions')).rejects.toThrow('only ever added to');
    await expect(pool.query('update content_entries set published_id = draft_id + 1')).rejects.toThrow('is_own');
  });
});

describe('the setting of information pages', () => {
  it('became pages by the migration: the demo has those that its checkout and its cookie settings link to', async () => {
    const { rows } = await database.pool.query("select 1 from platform.settings where key like 'information-pages%'");
    expect(rows).toEqual([]);
  });
});

describe('the demo shop', () => {
  const own = useDatabase();

  it('has the pages that its checkout and its cookie settings link to', async () => {
    const demo = await testShop(own.database);
    for (const { slug, html } of information) {
      expect((await demo.http.inject(`/pages/${slug}`)).statusCode, slug).toBe(200);
      for (const [, path = ''] of html.matchAll(/href="(\/[^"]*)"/g)) {
        expect((await demo.http.inject(path)).statusCode, path).toBe(200);
      }
    }
    const settings = shopConfig.settings as Record<string, Record<string, unknown>>;
    expect([settings.checkout?.termsPath, settings.consent?.policyPath]).toEqual(['/pages/terms', '/pages/privacy']);
  });

  it('adds them once: what staff took away stays away', async () => {
    const demo = await testShop(own.database);
    await setPublished(demo.shop, ['imprint'], false);
    const again = await testShop(own.database);
    expect((await again.http.inject('/pages/imprint')).statusCode).toBe(404);
  });
});
