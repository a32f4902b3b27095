import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { changeSettings } from './change-settings.ts';
import { PriceBasisChangedError, requireCurrentBasis } from './price-basis.ts';

const database = useDatabase();
const by = { name: 'Ada', staffId: null };
let app: App;
let other: App;

const set = (key: string, value: unknown) => changeSettings(app.shop, [{ key, value, version: null }], by);
const readHome = async ({ http }: App) => (await http.inject('/')).body;

beforeAll(async () => {
  // Two processes of one shop.
  app = await testShop(database);
  other = await testShop(database);
});

describe('details of the shop that the owner changed', () => {
  it('are used by each process at once, on kept pages, in mails and in other languages', async () => {
    expect(await readHome(other)).toContain('Saltmarsh');
    expect(await set('shop.name', 'Dune & Daughters')).toMatchObject({ ok: true });
    await set('shop.email', 'Hello@Dune.example');
    await set('shop.address', ['Strand 4', 'Skagen']);
    for (const each of [app, other]) {
      await expect.poll(() => readHome(each)).toContain('Dune &amp; Daughters');
      const { shop } = each;
      expect(shop.choices).toMatchObject({ email: 'Hello@dune.example', address: ['Strand 4', 'Skagen'] });
      expect(shop.inLocale('de').choices).toMatchObject({ name: 'Dune & Daughters', locale: 'de' });
      const { html } = shop.renderMail({ preview: '', title: 'Order', blocks: [] });
      expect(html).toContain('Skagen');
    }
  });

  it('include the currency, the entry of taxes and the base address while there is nothing to sell', async () => {
    expect(await set('shop.currency', 'DKK')).toMatchObject({ ok: true });
    expect(await set('shop.pricesIncludeTax', false)).toMatchObject({ ok: true });
    expect(await set('shop.baseAddress', { country: 'DK' })).toMatchObject({ ok: true });
    expect(app.shop.choices).toMatchObject({
      currency: 'DKK',
      pricesIncludeTax: false,
      baseAddress: { country: 'DK' },
    });
    expect(app.shop.renderContext('/').currency).toBe('DKK');
    await expect.poll(() => other.shop.choices.currency).toBe('DKK');
  });

  it.each([
    ['shop.currency', 'XYZ'],
    ['shop.baseAddress', { country: 'UK' }],
    ['shop.email', 'nobody'],
    ['shop.countries', []],
    ['shop.name', ' '],
  ])('refuse %s %j', async (key, value) => {
    expect(await set(key, value)).toMatchObject({ ok: false, code: 'SETTING_INVALID' });
  });

  it('are named by keys of their own', async () => {
    expect(await set('currency', 'SEK')).toMatchObject({ ok: false, code: 'SETTING_ONLY_IN_FILE' });
    const settings = { shop: { name: 'Elsewhere' } };
    await expect(testShop(database, { choices: { settings } })).rejects.toThrow('settings.shop: expected name');
  });
});

describe('the basis of prices', () => {
  it('waits for a first product that is being made, and then stays', async () => {
    const change = await inTransaction(app.shop.db, async (tx) => {
      await requireCurrentBasis(app.shop, tx);
      const changing = set('shop.currency', 'SEK');
      const isDone = await Promise.race([changing, new Promise((resolve) => setTimeout(resolve, 100, 'waits'))]);
      expect(isDone).toBe('waits');
      await addProduct({ ...app.shop, db: tx }, { name: 'Bowl', price: 4200 });
      return { changing };
    });
    expect(await change.changing).toMatchObject({ ok: false, code: 'SETTING_FIXED', key: 'shop.currency' });
    for (const key of ['shop.pricesIncludeTax', 'shop.baseAddress', 'shop.baseAddress.state'])
      expect(await set(key, undefined)).toMatchObject({ ok: key.endsWith('state') });
  });

  it('is kept by the database whoever writes', async () => {
    const write = (text: string) => database.pool.query(text).catch((error) => postgresError(error)?.constraint);
    expect(await write(`update platform.settings set value = '"SEK"' where key = 'shop.currency'`)).toBe(
      'settings_price_basis',
    );
    expect(
      await write(`insert into platform.settings (key, value, version, changed_by, changed_at)
        values ('shop.baseAddress.country', '"SE"', 1, 'x', now())`),
    ).toBe('settings_price_basis');
    await expect(set('shop.taxDisplay', 'excluding')).resolves.toMatchObject({ ok: true });
  });

  it('of a product that a process enters without having heard of a change is not guessed', async () => {
    const stale = { ...app.shop, settings: (() => ({ ...app.shop.choices, currency: 'EUR' })) as never };
    const saving = inTransaction(app.shop.db, (tx) => requireCurrentBasis(stale, tx));
    await expect(saving).rejects.toThrow(PriceBasisChangedError);
  });
});
