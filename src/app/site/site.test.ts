import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { mediaUsesOfShop } from '#app/wiring/media-uses.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { addProduct, addTestMedia } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const database = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'settings.write');
const reader = createStaffCookie('Rita', openBackOffice.name, 'settings.read');
let app: App;
let office: ReturnType<typeof openOffice>;
let pictures: { light: number; dark: number; icon: number };

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession });
  office = openOffice(app, ada);
  const add = (name: string) => addTestMedia(database, name);
  pictures = { light: await add('light'), dark: await add('dark'), icon: await add('icon') };
});

/** Ids of the uses of a picture. */
async function findUses(id: number): Promise<string[]> {
  const found = await Promise.all(
    mediaUsesOfShop.map(async ({ id: name, rows }) => {
      const { rows: uses } = await database.db.execute(
        sql`select 1 from (${rows(app.shop)}) u where u.media_id = ${id}`,
      );
      return uses.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}

const visit = async (url: string) => (await app.http.inject(url)).body;
const save = async (values: Record<string, string | readonly string[]>) => {
  const { fields } = await office.get('settings/site');
  const reply = await office.post('settings/site', { ...fields, ...values });
  await app.shop.pages.awaitInvalidations();
  return reply;
};

describe('logo and footer of the shop', () => {
  it('begin with the name in letters, the tagline and the icon of the program', async () => {
    const body = await visit('/shop');
    expect(body).toContain('aria-label="Saltmarsh home page">Saltmarsh</a>');
    expect(body).toContain('<p class="site-footer__tagline">Stoneware from an estuary</p>');
    expect(body).toContain('href="/favicon.svg"');
    expect((await app.http.inject('/favicon.ico')).headers.location).toBe('/favicon.svg');
  });

  it('change in the browser: on pages, in mails and for machines, at the next request', async () => {
    const { light, dark, icon } = pictures;
    const saved = await save({
      ...{ logo: String(light), darkLogo: String(dark), icon: String(icon), notice: 'Back on Monday.' },
      ...{ footerText: 'Made by *hand*.', paymentMarks: 'Cash\n\n Card ' },
      ...{ 'social.row': '0', 'social.0.name': 'Fedi', 'social.0.href': 'https://social.example/@us' },
    });
    expect(saved.statusCode, saved.body.slice(0, 3000)).toBe(303);
    const shopper = newShopper(app);
    await shopper.addToCart(await addProduct(app.shop));
    for (const path of ['/shop', '/checkout']) {
      const { body } = await shopper.visit(path);
      const mark = /<a class="wordmark".*?<\/a>/s.exec(body)?.[0] ?? '';
      expect(mark, path).toMatch(
        /<source media="\(prefers-color-scheme: dark\)" srcSet="\/media\/[0-9a-f]{16}-\d+\.webp"/,
      );
      expect(mark).toMatch(/<img src="\/media\/[0-9a-f]{16}-160\.webp" width="53" height="40" alt="Saltmarsh"/);
    }
    const body = await visit('/shop');
    expect(body).toMatch(/<link rel="icon" href="\/media\/[0-9a-f]{16}-160\.webp" type="image\/webp"\/>/);
    const favicon = await app.http.inject('/favicon.ico');
    expect([favicon.statusCode, favicon.headers['cache-control']]).toEqual([302, 'public, max-age=3600']);
    expect(favicon.headers.location).toMatch(/^\/media\/[0-9a-f]{16}-160\.webp$/);
    for (const words of ['Back on Monday.', 'Made by *hand*.', '<li>Cash</li><li>Card</li>', '>Fedi</a>'])
      expect(body).toContain(words);
    const { html } = app.shop.renderMail({ title: 'Order', blocks: [] });
    expect(html).toMatch(
      /<img src="http:\/\/localhost:3000\/media\/[0-9a-f]{16}-160\.jpg" width="53" height="40" alt="Saltmarsh"/,
    );
    expect(await visit('/')).toMatch(/"logo":"http:\/\/localhost:3000\/media\/[0-9a-f]{16}-160\.jpg"/);
  });

  it('keep their pictures from being deleted, and take one away again', async () => {
    expect(await findUses(pictures.light)).toContain('site');
    const { fields } = await office.get('settings/site');
    const { logo: _logo, darkLogo: _dark, ...others } = fields;
    expect((await office.post('settings/site', others)).statusCode).toBe(303);
    await app.shop.pages.awaitInvalidations();
    expect(await visit('/shop')).toContain('aria-label="Saltmarsh home page">Saltmarsh</a>');
    expect(app.shop.renderMail({ title: 'Order', blocks: [] }).html).not.toContain('<img');
    expect(await findUses(pictures.light)).not.toContain('site');
  });

  it('keep a picture that another process has chosen, before this one hears of it', async () => {
    const keep = (value: string | null) =>
      database.pool.query(
        `insert into platform.settings (key, value, version, changed_by, changed_at) values ('shop.icon', $1, 9, 'Ada', now())
        on conflict (key) do update set value = excluded.value`,
        [value],
      );
    const { rows } = await database.pool.query("select value from platform.settings where key = 'shop.icon'");
    await keep(JSON.stringify({ id: pictures.light, sha256: 'a'.repeat(64), width: 4, height: 3 }));
    expect(await findUses(pictures.light)).toContain('site');
    await keep(JSON.stringify(rows[0]?.value ?? null));
    expect(await findUses(pictures.light)).not.toContain('site');
  });

  it('store nothing that stays as it is, and audit what changed by name', async () => {
    const list = async () =>
      (await database.pool.query('select key, version from platform.settings order by key')).rows as { key: string }[];
    const before = await list();
    expect((await save({})).statusCode).toBe(303);
    expect(await list()).toEqual(before);
    const { rows } = await database.pool.query(
      "select distinct action, by from platform.audit_entries where subject_kind = 'site'",
    );
    expect(rows).toEqual([{ action: 'storefront.change-site', by: 'Ada' }]);
  });

  it('tell the second of two who change one field at once, with both values', async () => {
    const bea = createStaffCookie('Bea', openBackOffice.name, 'settings.write');
    const { fields } = await office.get('settings/site');
    expect((await office.post('settings/site', { ...fields, notice: 'Of Bea' }, bea)).statusCode).toBe(303);
    const refused = await office.post('settings/site', { ...fields, notice: 'Of Ada' });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/Of Ada.*Of Bea/s);
  });

  it.each([
    ['social.0.href', 'javascript:alert(1)'],
    ['social.0.href', 'http://social.example'],
    ['paymentMarks', 'x'.repeat(31)],
    ['notice', 'x'.repeat(201)],
    ['footerText', 'x'.repeat(4001)],
  ])('refuse %s with %s', async (name, value) => {
    expect(
      (
        await save({
          'social.row': '0',
          'social.0.name': 'Fedi',
          'social.0.href': 'https://social.example',
          [name]: value,
        })
      ).statusCode,
    ).toBe(422);
  });

  it('escape what staff typed, and take a picture that is gone for none', async () => {
    const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    const saved = await save({
      ...{ logo: '999999', notice: hostile, footerText: hostile, paymentMarks: '<b>Cash</b>' },
      ...{ 'social.row': '0', 'social.0.name': '<i>x</i>', 'social.0.href': 'https://social.example/"onload="x' },
    });
    expect(saved.statusCode, saved.body.slice(0, 3000)).toBe(303);
    const body = await visit('/shop');
    expect(body).not.toMatch(/<script>alert|<img src=x|<b>Cash|<i>x|"onload="/);
    expect(body).toContain('aria-label="Saltmarsh home page">Saltmarsh</a>');
  });

  it('are closed to who may only read settings', async () => {
    for (const cookie of ['', reader]) {
      expect([303, 401, 403]).toContain((await office.get('settings/site', cookie)).statusCode);
      expect([303, 401, 403]).toContain((await office.post('settings/site', { notice: 'Mine' }, cookie)).statusCode);
    }
    expect(await visit('/shop')).not.toContain('Mine');
  });
});
