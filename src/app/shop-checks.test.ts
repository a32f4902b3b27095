import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { information } from '#demo/information.ts';
import { checkLegalPages, definePages, initialContent } from '#features/content/index.ts';
import { checkShopAddress } from '#features/first-run/index.ts';
import { getOrder } from '#features/orders/index.ts';
import { checkPayments } from '#features/payments/index.ts';
import { paymentSettings } from '#features/payments/settings.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { runChecks } from '#platform/checks/checks.ts';
import { providePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { jobCommands } from '#platform/jobs/commands.ts';
import { checkMail, checkSender } from '#platform/mail/check-mail.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { settingCommands } from '#platform/settings/commands.ts';
import { shopConfig } from '#shop.config';
import { setPublished } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

const { database } = useDatabase();
let app: App;
let shop: Shop;

beforeAll(async () => {
  const settings = { ...shopConfig.settings, ...salesSettings };
  const provides = [...withTestSession.provides, ...providePort(initialContent, [definePages(information)])];
  app = await testShop(database, {
    choices: { countries: ['IE', 'DE', 'US'], settings, ...withTestSession, provides },
  });
  ({ shop } = app);
});

beforeEach(async () => {
  await shop.db.execute(sql`delete from tax_rates`);
  const changed = [...shop.settingStore.current.rows.values()].filter(({ value }) => value !== null);
  await changeSettings(
    shop,
    changed.map(({ key }) => ({ key, value: undefined, version: null })),
    'shop',
  );
});

const set = async (key: string, value: unknown) =>
  expect(await changeSettings(shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: true });
const find = async (what: string, isForOperator = true) =>
  (await runChecks(shop, { isForOperator })).filter((finding) => finding.what === what);
const addRate = (country: string, percent = 23, taxClass = 'standard') =>
  shop.db.execute(
    sql`insert into tax_rates (country, percent, name, tax_class) values (${country}, ${percent}, 'VAT', ${taxClass})`,
  );

describe('tax rates that are missing (B3)', () => {
  it('are said of each country that is sold to', async () => {
    expect(await find('Tax rates')).toMatchObject([
      { state: 'warning', text: expect.stringContaining('none, so no tax') },
    ]);
    await addRate('IE');
    const [missing] = await find('Tax rates');
    expect(missing).toMatchObject({
      state: 'warning',
      text: 'no tax is charged in Germany (DE), United States (US): there is no rate',
    });
    expect(missing?.commands?.join()).toContain('pricing.taxes.untaxedCountries \'["DE","US"]\'');
    await set('pricing.taxes.untaxedCountries', ['US']);
    expect((await find('Tax rates'))[0]?.commands?.join(), 'keeps those that are set').toContain('\'["US","DE"]\'');
    await addRate('DE');
    expect(await find('Tax rates')).toMatchObject([{ state: 'ok' }]);
    await shop.db.execute(sql`delete from tax_rates`);
    await addRate('');
    expect(await find('Tax rates'), 'a rate for all countries').toMatchObject([{ state: 'ok' }]);
  });

  it('are said of the classes of products, to operators', async () => {
    for (const country of ['IE', 'DE', 'US']) await addRate(country);
    await addRate('DE', 7, 'books');
    const variationId = await addProduct(shop, { price: 1000 });
    await shop.db.execute(sql`update variations set tax_class = 'books' where id = ${variationId}`);
    expect((await find('Tax rates')).map(({ text }) => text)).toEqual([
      'products of the class books are sold without tax in Ireland (IE)',
      'products of the class books are sold without tax in United States (US)',
    ]);
    expect(await find('Tax rates', false)).toMatchObject([{ state: 'ok' }]);
    await shop.db.execute(sql`update variations set tax_class = null where id = ${variationId}`);
  });

  it('are no matter to a shop that charges no tax', async () => {
    await set('pricing.taxes.charged', false);
    expect(await find('Tax rates')).toMatchObject([{ state: 'ok' }]);
    await addRate('IE');
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1000 }), 1]]);
    const { taxTotal, untaxedReason } = (await getOrder(shop.db, { id: order.id })) ?? {};
    expect({ taxTotal, untaxedReason }).toEqual({ taxTotal: 0, untaxedReason: 'not-charged' });
  });

  it('are said by the commands that change rates or settings', async () => {
    const run = (value: string) =>
      runCommand(shop, settingCommands, 'settings set', ['pricing.taxes.untaxedCountries', value]);
    await addRate('IE');
    expect((await run('["US"]')).warnings).toContain('no tax is charged in Germany (DE)');
    expect((await run('["US","DE"]')).warnings).toBe('');
  });

  it('are on the start page of the back office', async () => {
    await addRate('IE');
    const headers = { cookie: createStaffCookie('Ada', openBackOffice.name) };
    const { body } = await app.http.inject({ url: adminPath(), headers });
    expect(body).toMatch(
      /no tax is charged in Germany \(DE\), United States \(US\): there is no rate<.*?>Add rates, or say in the settings/,
    );
    expect(body, 'no shell is needed').not.toContain('npm run shop');
  });
});

describe('why an order has no tax (B3)', () => {
  it.each([
    ['no-rate', async () => {}],
    ['outside-area', () => set('pricing.taxes.untaxedCountries', ['IE'])],
    ['zero-rate', () => addRate('IE', 0)],
    ['not-charged', () => set('pricing.taxes.charged', false)],
    [null, () => addRate('IE')],
  ])('is %s', async (reason, prepare) => {
    await prepare();
    const order = await placeTestOrder(shop, [[await addProduct(shop, { price: 1000 }), 1]]);
    expect((await getOrder(shop.db, { id: order.id }))?.untaxedReason).toBe(reason);
  });

  it('is not said to be included in carts and checkouts', async () => {
    const id = await addProduct(shop, { price: 1000 });
    const shopper = newShopper(app);
    await shopper.addToCart(id);
    const visit = async () => `${(await shopper.visit('/cart')).body}${(await shopper.visit('/checkout')).body}`;
    expect(await visit()).not.toMatch(/includes? tax|excludes? tax/i);
    await addRate('IE');
    expect(await visit()).toMatch(/Prices include tax[\s\S]*Total includes tax/);
  });
});

describe('what else is checked (E8)', () => {
  it('names jobs that failed for good, with the command that tries them again', async () => {
    await shop.db.execute(sql`select graphile_worker.add_job('test:fail', '{}', max_attempts => 1)`);
    await shop.db.execute(sql`update graphile_worker._private_jobs set attempts = 1, last_error = 'no route to ida@example.org',
      updated_at = now() - interval '3 hours' where max_attempts = 1`);
    const [job] = await find('Jobs');
    const number = /number (\d+)/.exec(job?.text ?? '')?.[1] ?? '';
    expect(job).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('test:fail (number'),
      commands: [`jobs retry ${number}`],
    });
    expect(job?.text).toMatch(/ago, after 1 attempts: no route to ida@example\.org$/);
    expect(await find('Jobs', false), 'in the back office').toMatchObject([
      { state: 'warning', text: '1 failed for good' },
    ]);
    const run = (name: string, ...args: string[]) => runCommand(shop, jobCommands, name, args);
    expect((await run('jobs failed')).text).toContain('test:fail');
    expect(await run('jobs retry', '999999')).toMatchObject({ code: 1 });
    expect(await run('jobs retry', 'some')).toMatchObject({ code: 2 });
    expect(await run('jobs retry', number)).toMatchObject({ code: 0, text: '1 job is tried again.' });
    expect(await find('Jobs')).toMatchObject([{ state: 'ok' }]);
    expect(await run('jobs retry', 'all')).toMatchObject({ code: 0, text: '0 jobs are tried again.' });
    await shop.db.execute(
      sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'test:fail'))`,
    );
  });

  it('says that a live shop has no mail server, or one that does not answer', async () => {
    const live = (mailUrl: string | null, reason = '') =>
      Object.create(shop, {
        config: { value: { ...shop.config, mode: 'live', mailUrl } },
        mail: { value: { ...shop.mail, verify: async () => (reason ? { ok: false, reason } : { ok: true }) } },
      }) as Shop;
    expect(await checkMail(live(null), { isForOperator: false })).toMatchObject([
      { state: 'error', action: expect.stringContaining('MAIL_URL') },
    ]);
    expect(await checkMail(live('smtp://127.0.0.1', 'Invalid login'), { isForOperator: true })).toMatchObject([
      { state: 'error', text: "the mail server can't be used: Invalid login" },
    ]);
    expect(await checkMail(live('smtp://127.0.0.1'), { isForOperator: true })).toMatchObject([{ state: 'ok' }]);
    await shop.db.execute(sql`insert into platform.mail (id, recipient, subject, locale, message, state, attempts, error, created_at)
      values ('order:1:confirmation', 'ida@example.org', 'Your order', 'en', '{}', 'queued', 3, 'ECONNREFUSED', now() + interval '1 hour')`);
    expect(await checkMail(live('smtp://127.0.0.1'), { isForOperator: false })).toMatchObject([
      { state: 'warning', text: 'the last mail was not sent: ECONNREFUSED' },
    ]);
    await shop.db.execute(sql`delete from platform.mail where id = 'order:1:confirmation'`);
  });

  it('leads from the example’s sender, address and bank account to the page that mends them', async () => {
    const live = Object.create(shop, { config: { value: { ...shop.config, mode: 'live' } } }) as Shop;
    const mends = { state: 'error', path: '/admin/settings/shop' };
    expect(await find('Mail sender')).toMatchObject([{ state: 'ok' }]);
    expect(await checkSender(live, { isForOperator: false })).toMatchObject([mends]);
    expect(await checkPayments(live, { isForOperator: false })).toMatchObject([{ ...mends, what: 'Bank account' }]);
    expect(await find('Shop address')).toMatchObject([{ state: 'ok' }]);
    expect(await checkShopAddress(live, { isForOperator: false })).toMatchObject([{ ...mends, what: 'Shop address' }]);
    await set('shop.address', ['Strand 4', '9990 Skagen']);
    expect(await checkShopAddress(live, { isForOperator: false })).toMatchObject([{ state: 'ok' }]);
    await set('shop.email', 'studio@dune.dk');
    await set('payments.bankTransfer', { accountName: 'Dune ApS', iban: 'DK50 0040 0440 1162 43' });
    expect(await checkSender(live, { isForOperator: false })).toMatchObject([{ state: 'ok' }]);
    expect(await checkPayments(live, { isForOperator: false })).toMatchObject([{ state: 'ok' }]);
    const fromVariable = Object.create(shop, {
      config: { value: { ...shop.config, mode: 'live', mailFrom: 'Dune <hello@shop.example>' } },
    }) as Shop;
    const [wrong] = await checkSender(fromVariable, { isForOperator: false });
    expect(wrong).toMatchObject({ state: 'error', action: expect.stringContaining('MAIL_FROM') });
    expect(wrong).not.toHaveProperty('path');
  });

  it('leads from the start page to the page that mends it, for who may open that', async () => {
    await set('payments.bankTransfer', null);
    expect(await find('Payment')).toMatchObject([{ state: 'error' }]);
    const visit = async (...permissions: string[]) => {
      const cookie = createStaffCookie('Ada', openBackOffice.name, ...permissions);
      return (await app.http.inject({ url: adminPath(), headers: { cookie } })).body;
    };
    const link = /<a href="\/admin\/settings\/shop">Payment<\/a>.*?no order can be paid/;
    expect(await visit('settings.write')).toMatch(link);
    expect(await visit()).not.toMatch(link);
  });

  it('checks the bank account, which a change can’t break', async () => {
    expect(await find('Bank account')).toMatchObject([{ state: 'ok' }]);
    const account = { accountName: 'The shop', iban: 'IE64 IRCE 9205 0112 3456 79' };
    const refused = await changeSettings(
      shop,
      [{ key: 'payments.bankTransfer', value: account, version: null }],
      'shop',
    );
    expect(refused).toMatchObject({
      code: 'SETTING_INVALID',
      message: "payments.bankTransfer.iban: 'IE64 IRCE 9205 0112 3456 79' is no IBAN: a digit is wrong or missing",
    });
  });

  it('[E4] names a wrong bank account once, as an error', async () => {
    await shop.db.execute(sql`insert into platform.settings (key, value, version, changed_by, changed_at)
      values ('payments.bankTransfer.iban', '"IE64 IRCE 9205 0112 3456 79"', 1, 'Ada', now())`);
    await shop.settingStore.reload();
    const findings = (await runChecks(shop, { isForOperator: true })).filter(({ text }) => text.includes('IBAN'));
    expect(findings).toMatchObject([{ state: 'error', text: expect.stringContaining('payments.bankTransfer.iban') }]);
  });

  it('reads a bank account as it is copied from a document (A2)', async () => {
    await set('payments.bankTransfer.iban', '\u202aIE64\u00a0IRCE 9205\u2007011\u200b2 3456 78\u202c');
    await set('payments.bankTransfer.bic', 'ＩＲＣＥ ＩＥ ２Ｄ');
    expect(await find('Bank account')).toMatchObject([{ state: 'ok' }]);
    const { bankTransfer } = shop.settings(paymentSettings);
    expect(bankTransfer).toMatchObject({ iban: 'IE64 IRCE 9205 0112 3456 78', bic: 'IRCE IE 2D' });
  });

  it('keeps a stored setting that it would refuse today, and says so', async () => {
    const zones = [{ name: 'Old', places: [{ country: 'GB', postcodes: ['NG'] }], methods: [] }];
    await shop.db.execute(sql`insert into platform.settings (key, value, version, changed_by, changed_at)
      values ('shipping.zones', ${JSON.stringify(zones)}::jsonb, 1, 'Ada', now())
      on conflict (key) do update set value = excluded.value`);
    await shop.settingStore.reload();
    expect(await find('Settings')).toMatchObject([
      {
        state: 'warning',
        text: expect.stringContaining("shipping.zones.0.places.0.postcodes.0: 'NG': no postcode of United"),
      },
    ]);
    await set('shipping.zones', [...zones, { name: 'New', places: [{ country: 'IE' }], methods: [] }]);
  });

  it('looks for shipping, terms and legal pages', async () => {
    expect(await find('Shipping')).toMatchObject([{ state: 'ok' }]);
    await set('shipping.zones', []);
    expect(await find('Shipping')).toMatchObject([{ state: 'warning', text: expect.stringContaining('no zones') }]);
    await set('checkout.termsPath', '/pages/nowhere');
    expect(await find('Terms')).toMatchObject([{ state: 'warning', text: expect.stringContaining('/pages/nowhere') }]);
    await set('checkout.termsPath', '/pages/terms');
    expect(await find('Terms')).toMatchObject([{ state: 'ok' }]);
    expect(await find('Legal pages')).toMatchObject([{ state: 'ok' }]);
    await setPublished(shop, ['returns', 'imprint'], false);
    expect(await find('Legal pages')).toMatchObject([{ text: 'no page on returns, imprint was found' }]);
  });

  it('names the published pages of a live shop that are those of the demo shop', async () => {
    const choices = { ...shop.choices, name: 'Dune' };
    const open = (mode: string) =>
      Object.create(shop, {
        config: { value: { ...shop.config, mode } },
        choices: { value: choices },
      }) as Shop;
    const read = async (mode: string) =>
      (await checkLegalPages(open(mode), { isForOperator: false })).filter(({ state }) => state === 'error');
    await setPublished(shop, ['imprint'], true);
    expect(await read('live')).toMatchObject([{ path: '/admin/content', text: expect.stringContaining('Imprint') }]);
    expect(await read('demo')).toEqual([]);
    await setPublished(shop, ['imprint'], false);
    expect((await read('live'))[0]?.text).not.toContain('Imprint');
  });
});
