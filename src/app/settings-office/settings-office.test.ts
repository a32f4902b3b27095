import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { checkSettingValues } from '#platform/checks/check-settings.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { encryptSettingsAgain } from '#platform/settings/setting-secrets.ts';
import { shopConfig } from '#shop.config';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { createSpecControl } from './section-form.ts';
import { listSections } from './setting-sections.ts';

const database = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'settings.read', 'settings.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'settings.read', 'settings.write');
const reader = createStaffCookie('Rita', openBackOffice.name, 'settings.read');
let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, ada);
});

/** All settings follow the file again. */
beforeEach(async () => {
  const rows = [...app.shop.settingStore.current.rows.values()].filter(({ value }) => value !== null);
  const changes = rows.map(({ key }) => ({ key, value: undefined, version: null }));
  expect(await changeSettings(app.shop, changes, 'shop')).toMatchObject({ ok: true });
});

const set = async (key: string, value: unknown) =>
  expect(await changeSettings(app.shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: true });
const read = (key: string): unknown => {
  const [feature = '', ...path] = key.split('.');
  return path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown>)[name],
    app.shop.settingStore.current.values.get(feature),
  );
};
const listChanged = () =>
  [...app.shop.settingStore.current.rows.values()].filter(({ value }) => value !== null).map(({ key }) => key);
const listForms = () =>
  app.shop.adminForms.flatMap(({ path }) => (path.startsWith('/admin/settings/of/') ? [path.slice(7)] : []));
/** The row of a setting on the page of all settings. */
const findRow = (body: string, key: string) =>
  new RegExp(`<tr data-row="${key.replaceAll('.', '\\.')}".*?</tr>`, 's').exec(body)?.[0] ?? '';
const save = async (section: string, values: Record<string, string | readonly string[]>, as = ada) => {
  const { fields } = await office.get(`settings/of/${section}`, as);
  return office.post(`settings/of/${section}`, { ...fields, ...values }, as);
};

describe('the page of all settings', () => {
  it('[46] has every setting of every feature once, with its description and where its value comes from', async () => {
    await set('cart.maxQuantity', 7);
    const { statusCode, body } = await office.get('settings');
    expect(statusCode).toBe(200);
    const rows = [...body.matchAll(/data-row="([^"]+)"/g)].map(([, key = '']) => key);
    expect(new Set(rows).size).toBe(rows.length);
    for (const { name } of app.shop.settingStore.definitions)
      expect(
        rows.some((key) => key.startsWith(`${name}.`)),
        name,
      ).toBe(true);
    expect(findRow(body, 'cart.maxQuantity')).toMatch(/>7<.*Changed/s);
    expect(findRow(body, 'withdrawals.periodDays')).toMatch(/>30<.*shop\.config\.ts/s);
    expect(findRow(body, 'journal.perPage')).toMatch(/>12<span[^>]*>Posts on one page\.<\/span>.*Default/s);
  });

  it('[46] finds settings by words of their names, titles and descriptions, without script', async () => {
    const { body } = await office.get('settings?q=posts+one+page');
    expect(findRow(body, 'journal.perPage')).not.toBe('');
    expect(findRow(body, 'cart.maxQuantity')).toBe('');
    expect(body).toMatch(/<details[^>]* open=""/);
    expect((await office.get('settings?q=zzzz')).body).toContain('No settings match “zzzz”.');
    expect((await office.get(`settings?q=${encodeURIComponent('"><script>x')}`)).statusCode).toBe(200);
  });

  it('[46] is in the palette, setting by setting, for who may read settings', async () => {
    const find = async (cookie: string) =>
      (
        await app.http.inject({
          url: '/admin/search?q=posts+on+one+page',
          headers: { cookie, accept: 'application/json' },
        })
      ).json().hits;
    expect(await find(ada)).toContainEqual({
      ...{ group: 'Settings', title: 'Per page', detail: 'Journal' },
      href: '/admin/settings/setting?key=journal.perPage',
    });
    expect(await find(createStaffCookie('Nora', openBackOffice.name))).toEqual([]);
  });

  it('shows of a secret only whether it is set', async () => {
    await set('photo-feed.token', 'hush-hush-hush');
    for (const path of ['settings', 'settings/of/photo-feed', 'settings/setting?key=photo-feed.token']) {
      const { body, statusCode } = await office.get(path);
      expect(statusCode).toBe(200);
      expect(body, path).not.toContain('hush');
    }
    expect(findRow((await office.get('settings')).body, 'photo-feed.token')).toMatch(/>Set<.*Changed/s);
  });

  it('lets who may only read look, and change nothing', async () => {
    const { body } = await office.get('settings', reader);
    expect(body).not.toContain('settings/of/');
    expect((await office.get('settings/of/cart', reader)).statusCode).toBe(403);
    expect((await office.post('settings/of/cart', {}, reader)).statusCode).toBe(403);
    for (const path of ['reset', 'check', 'test-mail'])
      expect(
        (await office.post(`settings/${path}`, { key: 'cart.maxQuantity', version: '0' }, reader)).statusCode,
      ).toBe(403);
    for (const path of ['settings', 'settings/setting?key=cart.maxQuantity'])
      expect((await office.get(path, createStaffCookie('Nora', openBackOffice.name))).statusCode).toBe(403);
  });
});

describe('the settings of a feature', () => {
  it('[46] have a field for each, and saving them untouched changes nothing', async () => {
    const sections = listForms();
    expect(sections.length).toBeGreaterThan(40);
    for (const path of sections) {
      const { statusCode, fields } = await office.get(path);
      expect(statusCode, path).toBe(200);
      const saved = await office.post(path, fields);
      expect(saved.statusCode, `${path} ${/id="problems".*?<\/ul>/s.exec(saved.body)?.[0]}`).toBe(303);
      expect(listChanged(), path).toEqual([]);
    }
  });

  it('[46] are stored where they differ, one entry of the audit for one press', async () => {
    const saved = await save('cart', { 'cart.maxQuantity': '12', 'cart.quantityInLists': '/a\n /b ' });
    expect(saved.statusCode).toBe(303);
    expect(listChanged().sort()).toEqual(['cart.maxQuantity', 'cart.quantityInLists']);
    expect([read('cart.maxQuantity'), read('cart.quantityInLists')]).toEqual([12, ['/a', '/b']]);
    const { rows } = await database.pool.query(
      "select by, subject_kind, after from platform.audit_entries where action = 'settings.change-cart' order by id desc limit 1",
    );
    expect(rows).toMatchObject([{ by: 'Ada', subject_kind: 'settings-of-cart' }]);
  });

  it.each([
    ['a choice', 'storefront', { 'storefront.stickyHeader': 'off' }, 'storefront.stickyHeader', 'off'],
    ['a choice of numbers', 'wishlists', { 'wishlists.defaultPrivacy': '0' }, 'wishlists.defaultPrivacy', 0],
    ['a number with decimals', 'bot-check', { 'bot-check.minScore': '0.25' }, 'bot-check.minScore', 0.25],
    [
      'a number with many decimals',
      'attribution',
      { 'attribution.lifetimeMonths': '0.00001' },
      'attribution.lifetimeMonths',
      0.00001,
    ],
    ['null of a number', 'wishlists', { 'wishlists.changesPerHour': '' }, 'wishlists.changesPerHour', null],
    ['null of a text', 'checkout', { 'checkout.termsPath': '' }, 'checkout.termsPath', null],
    ['a nested setting', 'pricing', { 'pricing.taxes.rounding': 'total' }, 'pricing.taxes.rounding', 'total'],
    ['choices', 'delivery-dates', { 'delivery-dates.workingDays': ['tue'] }, 'delivery-dates.workingDays', ['tue']],
    [
      'pairs',
      'syndication',
      { 'syndication.properties': 'glaze = color\nsize=size' },
      'syndication.properties',
      { glaze: 'color', size: 'size' },
    ],
    [
      'an object',
      'syndication',
      { 'syndication.returns.days': '14', 'syndication.returns.free': '1' },
      'syndication.returns',
      { days: 14, free: true },
    ],
    [
      'no object',
      'syndication',
      { 'syndication.returns.days': '', 'syndication.returns.free': '' },
      'syndication.returns',
      null,
    ],
    [
      'a list of objects',
      'delivery-dates',
      {
        'delivery-dates.closed.row': '0',
        'delivery-dates.closed.0.from': '2027-08-02',
        'delivery-dates.closed.0.to': '2027-08-03',
      },
      'delivery-dates.closed',
      [{ from: '2027-08-02', to: '2027-08-03' }],
    ],
    [
      'a tax class from a list',
      'pricing',
      { 'pricing.taxes.shippingClass': 'class:standard' },
      'pricing.taxes.shippingClass',
      { taxClass: 'standard' },
    ],
    [
      'many rows, with separators in their values',
      'search',
      {
        'search.synonyms': Array.from({ length: 150 }, (_, row) =>
          row === 0 ? 'mug\\, large, cup | beaker, a\\|b | glaze:ink' : `word${row} | other${row}`,
        ).join('\n'),
      },
      'search.synonyms',
      Array.from({ length: 150 }, (_, row) =>
        row === 0
          ? { words: ['mug, large', 'cup'], finds: ['beaker', 'a|b'], terms: ['glaze:ink'] }
          : { words: [`word${row}`], finds: [`other${row}`], terms: [] },
      ),
    ],
  ])('take %s', async (_what, section, typed, key, value) => {
    const saved = await save(section, typed);
    expect(saved.statusCode, /id="problems".*?<\/ul>/s.exec(saved.body)?.[0]).toBe(303);
    expect(read(key)).toEqual(value);
    expect(listChanged()).toEqual([key]);
  });

  it.each([
    ['cart', 'cart.maxQuantity', '0'],
    ['cart', 'cart.maxQuantity', 'many'],
    ['checkout', 'checkout.termsPath', 'no slash'],
    ['contact-forms', 'contact-forms.webhook', 'javascript:alert(1)'],
    ['store-api', 'store-api.allowedOrigins', 'nowhere'],
    ['syndication', 'syndication.properties', 'no pair'],
    ['syndication', 'syndication.properties', 'glaze = nothing'],
    ['pricing', 'pricing.taxes.shippingClass', 'class:unknown'],
    ['search', 'search.synonyms', 'a | b | c:d | e'],
    ['search', 'search.synonyms', 'alone'],
    ['documents', 'documents.vatId', 'IE1234567X'],
    ['documents', 'documents.invoicePrefix', 'RE7'],
  ])('of %s say at the field what is wrong with %s = %s', async (section, key, value) => {
    const saved = await save(section, { [key]: value });
    expect(saved.statusCode).toBe(422);
    expect(saved.body).toContain(`href="#${key}"`);
    expect(listChanged()).toEqual([]);
  });

  it('[46] that two people change at once are told, with both values, and different ones merge', async () => {
    const first = await office.get('settings/of/cart');
    const second = await office.get('settings/of/cart', bea);
    expect(
      (await office.post('settings/of/cart', { ...second.fields, 'cart.maxQuantity': '20' }, bea)).statusCode,
    ).toBe(303);
    const refused = await office.post('settings/of/cart', { ...first.fields, 'cart.maxQuantity': '30' });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toMatch(/Bea/);
    expect(read('cart.maxQuantity')).toBe(20);
    expect((await office.post('settings/of/cart', { ...first.fields, 'cart.keepOpenDays': '40' })).statusCode).toBe(
      303,
    );
    expect([read('cart.maxQuantity'), read('cart.keepOpenDays')]).toEqual([20, 40]);
  });

  it('can be saved beside a number of many decimals, which the list writes out', async () => {
    await set('attribution.lifetimeMonths', 0.00001);
    expect((await save('attribution', { 'attribution.sessionMinutes': '45' })).statusCode).toBe(303);
    expect([read('attribution.lifetimeMonths'), read('attribution.sessionMinutes')]).toEqual([0.00001, 45]);
    expect(findRow((await office.get('settings')).body, 'attribution.lifetimeMonths')).toMatch(/>0\.00001</);
  });

  it('stay set as a whole or in parts, as they were', async () => {
    await set('pricing.taxes', { rounding: 'total', basedOn: 'billing' });
    expect((await save('pricing', { 'pricing.taxes.basedOn': 'shop' })).statusCode).toBe(303);
    expect(listChanged()).toEqual(['pricing.taxes']);
    expect(read('pricing.taxes')).toMatchObject({ rounding: 'total', basedOn: 'shop' });
  });

  it('[46] remove a secret that was meant for another address, in the form and by the command', async () => {
    await set('photo-feed.token', 'first-token');
    expect((await save('photo-feed', { 'photo-feed.apiUrl': 'https://feed.example' })).statusCode).toBe(303);
    expect(read('photo-feed.token')).toBeNull();
    const both = { 'photo-feed.apiUrl': 'https://other.example', 'photo-feed.token': 'second-token' };
    expect((await save('photo-feed', both)).statusCode).toBe(303);
    expect(read('photo-feed.token')).not.toBeNull();
    await set('photo-feed.apiUrl', 'https://feed.example');
    expect(read('photo-feed.token')).toBeNull();
  });

  it('[46] fix an address while the environment has the secret that goes there', async () => {
    const env = { LOG_LEVEL: 'silent', PHOTO_FEED_TOKEN: 'of-the-environment' };
    const other = await testShop(database, { choices: withTestSession, env });
    const change = { key: 'photo-feed.apiUrl', value: 'https://feed.example', version: null };
    expect(await changeSettings(other.shop, [change], 'shop')).toMatchObject({ ok: false, code: 'SETTING_FIXED' });
  });

  it('[46] show the address of a webhook to nobody, and ask for a fresh sign-in to change it', async () => {
    await set('contact-forms.webhook', 'https://hooks.example/a-private-path');
    for (const path of ['settings', 'settings/of/contact-forms', 'settings/setting?key=contact-forms.webhook'])
      expect((await office.get(path)).body, path).not.toContain('a-private-path');
    const { rows } = await database.pool.query('select before, after from platform.audit_entries');
    expect(JSON.stringify(rows)).not.toContain('a-private-path');
    const form = app.shop.adminForms.find(({ path }) => path === '/admin/settings/of/contact-forms');
    expect(form?.requiresFresh).toBe(true);
  });

  it('an address of a webhook that was stored in clear before stays, and is encrypted by the job', async () => {
    const url = 'https://hooks.example/a-private-path';
    await set('contact-forms.webhook', url);
    await database.pool.query(
      `update platform.settings set value = to_jsonb($1::text) where key = 'contact-forms.webhook'`,
      [url],
    );
    const reveal = () => (read('contact-forms.webhook') as { reveal(): string } | null)?.reveal();
    for (const _ of [1, 2]) {
      await app.shop.settingStore.reload();
      expect(reveal()).toBe(url);
      await encryptSettingsAgain(app.shop.db, app.shop.config.secrets, app.shop.settingStore.secrets.keys);
    }
    const { rows } = await database.pool.query(
      `select value from platform.settings where key = 'contact-forms.webhook'`,
    );
    expect(JSON.stringify(rows)).not.toContain('a-private-path');
  });

  it('[46] fit into one form however long their lists are', async () => {
    for (const { name, specs } of listSections(app.shop.settingStore.definitions)) {
      const fields = specs
        .filter(({ ownPage }) => ownPage === null)
        .map((spec) => {
          const { field } = createSpecControl(app.shop, spec, []) as {
            field: { max?: number; fields?: object; kind: { name: string } };
          };
          return field.kind.name === 'list'
            ? (field.max ?? 0) * (Object.keys(field.fields ?? {}).length + 1)
            : Object.keys(field.fields ?? {}).length + 1;
        });
      expect(
        fields.reduce((sum, count) => sum + count, 10),
        name,
      ).toBeLessThanOrEqual(500);
    }
  });

  it('[46] refuse a VAT number and an IBAN with a wrong digit, by the command, too; the doctor names those of the file', async () => {
    const account = { accountName: 'Ada', iban: 'DE89370400440532013001', bic: 'COBADEFFXXX' };
    for (const [key, value] of [
      ['documents.vatId', 'IE1234567X'],
      ['payments.bankTransfer', account],
    ] as const)
      expect(await changeSettings(app.shop, [{ key, value, version: null }], 'shop'), key).toMatchObject({
        ...{ ok: false, code: 'SETTING_INVALID', key },
      });
    await set('documents.vatId', 'DE136695976');
    await set('documents.vatId', '12/345/67890');
    const choices = {
      ...withTestSession,
      settings: {
        ...shopConfig.settings,
        documents: { vatId: 'IE1234567X' },
        payments: { bankTransfer: account },
      },
    };
    const other = await testShop(database, { choices, env: { LOG_LEVEL: 'silent' } });
    await set('documents.vatId', undefined);
    await other.shop.settingStore.reload();
    const texts = (await checkSettingValues(other.shop, { isForOperator: true })).map(({ text }) => text).join();
    for (const found of ["'IE1234567X' is no VAT number", 'is no IBAN']) expect(texts).toContain(found);
  });

  it('[46] keep a secret until another is typed', async () => {
    await set('photo-feed.token', 'first-token');
    expect((await save('photo-feed', { 'photo-feed.provider': 'graph' })).statusCode).toBe(303);
    expect(String((read('photo-feed.token') as { reveal(): string }).reveal())).toBe('first-token');
    expect((await save('photo-feed', { 'photo-feed.token': 'second-token' })).statusCode).toBe(303);
    expect(String((read('photo-feed.token') as { reveal(): string }).reveal())).toBe('second-token');
    expect((await save('photo-feed', { 'photo-feed.token.remove': '1' })).statusCode).toBe(303);
    expect(read('photo-feed.token')).toBeNull();
    const { rows } = await database.pool.query('select before, after from platform.audit_entries');
    expect(JSON.stringify(rows)).not.toMatch(/first-token|second-token/);
  });
});

describe('the page of one setting', () => {
  it('[46] has its history, before and after, and resets it', async () => {
    await save('cart', { 'cart.maxQuantity': '12' });
    await save('cart', { 'cart.maxQuantity': '13' }, bea);
    const page = await office.get('settings/setting?key=cart.maxQuantity');
    expect(page.body).toMatch(/>Bea<.*>12<.*>13<.*>Ada<.*>100<.*>12</s);
    const version = /name="version" value="(\d+)"/.exec(page.body)?.[1] ?? '';
    const stale = await office.post('settings/reset', { key: 'cart.maxQuantity', version: '0' });
    expect(stale.location).toBe('/admin/settings/setting?key=cart.maxQuantity');
    expect(read('cart.maxQuantity')).toBe(13);
    expect((await office.post('settings/reset', { key: 'cart.maxQuantity', version })).statusCode).toBe(303);
    expect(listChanged()).toEqual([]);
    const { body } = await office.get('settings/setting?key=cart.maxQuantity');
    expect(body).toMatch(/>13<.*>Reset</s);
    expect(body).not.toContain('action="/admin/settings/reset"');
  });

  it('[46] is not reset by who lacks the permission of the page that changes it', async () => {
    const zones = [{ name: 'World', currency: 'EUR', methods: [] }];
    await set('shipping.zones', zones);
    const { rows } = await database.pool.query(`select version from platform.settings where key = 'shipping.zones'`);
    const form = { key: 'shipping.zones', version: String(rows[0].version) };
    expect((await office.get('settings/setting?key=shipping.zones')).body).not.toContain(
      'action="/admin/settings/reset"',
    );
    expect((await office.post('settings/reset', form)).location).toContain('key=shipping.zones');
    expect(listChanged()).toEqual(['shipping.zones']);
    const shipper = createStaffCookie('Sam', openBackOffice.name, 'settings.read', 'settings.write', 'shipping.write');
    expect((await office.post('settings/reset', form, shipper)).statusCode).toBe(303);
    expect(listChanged()).toEqual([]);
  });

  it('is missing for a key of no setting', async () => {
    for (const key of ['cart.nothing', '__proto__.x', ''])
      expect((await office.get(`settings/setting?key=${key}`)).statusCode).toBe(404);
  });
});

describe('the checks of settings', () => {
  it('[46] a test mail goes to the address of the shop, and the answer says where', async () => {
    const sent = await office.post('settings/test-mail', {});
    expect(sent.statusCode).toBe(200);
    expect(sent.body).toContain(`the test email to ${app.shop.choices.email} was only saved to the outbox`);
    const { rows } = await database.pool.query(
      "select recipient, state from platform.mail where id like 'settings:test:%'",
    );
    expect(rows).toEqual([{ recipient: app.shop.choices.email, state: 'sent' }]);
  });

  it('[46] say in words what does not answer', async () => {
    const check = async (section: string) => (await office.post('settings/check', { section })).body;
    expect(await check('payments')).toContain('Bank account');
    expect(await check('wallet')).toContain('There is nothing to check: this is not set up yet.');
    await set('contact-forms.webhook', 'http://127.0.0.1:1/hook');
    expect(await check('contact-forms')).toContain('the test was not taken: ECONNREFUSED');
    expect((await office.post('settings/check', { section: 'cart' })).statusCode).toBe(400);
  });
});
