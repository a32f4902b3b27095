import { globSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { home } from '#demo/home.ts';
import { providePort } from '#platform/features/ports.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { initialContent } from './initial-content.ts';

const database = useDatabase();
const [file = ''] = globSync('migrations/0045_*.sql');
const [, conversion = ''] = /(do \$\$.*end \$\$;)/s.exec(readFileSync(file, 'utf8')) ?? [];

async function migrate(pool: Pool, settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [key, value] of Object.entries(settings))
    await pool.query(
      'insert into platform.settings (key, value, version, changed_by, changed_at) values ($1, $2, 1, $3, now())',
      [key, JSON.stringify(value), 'Ada'],
    );
  await pool.query(conversion);
}

describe('the settings of the home page that an owner had changed', () => {
  it('became blocks by the migration, parts included, with the newest picture of the name', async () => {
    const { pool } = database;
    const hero = await addTestMedia(database, 'hero');
    await pool.query("update platform.media set name = 'kiln.jpg'");
    const button = { label: 'Look', href: '/shop' };
    const settings: Readonly<Record<string, unknown>> = {
      'storefront.hero': { line: 'Old', text: 'Text & more', picture: 'kiln.jpg', button },
      'storefront.hero.line': 'Made of *mud*',
      'storefront.editorial': { title: 'Twice', paragraphs: ['<b>One</b>', 'Two'] },
      'storefront.notice': 'Kept.',
      'storefront.heroes': 1,
    };
    await migrate(pool, settings);
    const left = await pool.query('select key from platform.settings order by key');
    expect(left.rows.map(({ key }) => key)).toEqual(['storefront.heroes', 'storefront.notice']);
    const { rows } = await pool.query(
      'select e.kind, e.slug, r.tree from content_entries e join content_revisions r on r.id = e.published_id and r.id = e.draft_id',
    );
    expect(rows).toMatchObject([{ kind: 'home', slug: 'home.home' }]);
    const [first, , , editorial] = rows[0].tree.blocks;
    expect(rows[0].tree.blocks.map(({ type }: { type: string }) => type)).toEqual([
      ...['hero', 'products', 'categories', 'banner', 'products'],
    ]);
    expect(first.values).toEqual({
      ...{ title: 'Made of *mud*', lead: 'Text & more', pictures: [hero], linkText: 'Look', linkHref: '/shop' },
    });
    expect(editorial.values).toEqual({ title: 'Twice', html: '<p>&lt;b&gt;One&lt;/b&gt;</p><p>Two</p>', pictures: [] });

    await pool.query("delete from platform.settings where key = 'storefront.heroes'");
    const { http } = await testShop(database);
    const { body } = await http.inject('/');
    expect(body).toContain('<h1 class="hero__line">Made of <em>mud</em></h1>');
    expect(body).toContain('<p>&lt;b&gt;One&lt;/b&gt;</p>');
  });
});

describe('settings of the home page of which an owner had changed some', () => {
  const own = useDatabase();

  it('are completed by the home page that the shop begins with, once', async () => {
    await migrate(own.pool, { 'storefront.hero.line': 'Made of *mud*' });
    const choices = { provides: providePort(initialContent, [[home]]) };
    const { http } = await testShop(own, { choices });
    const { body } = await http.inject('/');
    expect(body).toContain('<h1 class="hero__line">Made of <em>mud</em></h1>');
    expect(body).toMatch(/Saltmarsh is three people.*>Shop tableware<.*Twice a day the workshop floor/s);
    const count = async () => (await own.pool.query('select from content_revisions')).rowCount;
    const before = await count();
    await testShop(own, { choices });
    expect(await count()).toBe(before);
  });
});

describe('a text below the products that an owner had changed', () => {
  const own = useDatabase();

  it('stands on a home page that the shop begins with and that has none', async () => {
    await migrate(own.pool, { 'storefront.editorial': { title: 'Twice', paragraphs: ['One'] } });
    const blocks = [{ id: 'end', type: 'text', values: { html: '<p>The end.</p>' } }];
    const bare = { kind: 'home', slug: 'home', title: 'Home page', blocks: () => blocks } as const;
    const { http } = await testShop(own, { choices: { provides: providePort(initialContent, [[bare]]) } });
    expect((await http.inject('/')).body).toMatch(/<p>One<\/p>.*The end\./s);
  });
});
