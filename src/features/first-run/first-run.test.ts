import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { listAudit } from '#platform/admin/audit/list-audit.ts';
import { shopPagePath } from '#platform/admin/contract.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type Fields, newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { firstRunCommands } from './commands.ts';
import { welcomePath } from './contract.ts';
import { createFirstRunLink } from './link/first-run-link.ts';

const { database, pool } = useDatabase();
let app: App;
let owner: Shopper;

const password = 'nine slow herons';
const filled: Fields = {
  ...{ owner_name: 'Ada Byrne', owner_email: 'Ada@Dune.example', owner_password: password },
  ...{ shop_name: 'Dune', tagline: 'Glass from the north', shop_address: 'Strand 4\n9990 Skagen\nDenmark' },
  ...{ shop_email: 'hello@dune.example', currency: 'DKK', entered: 'excluding', country: 'DK' },
  ...{ state: '', postcode: '9990', city: 'Skagen' },
  ...{ account_name: 'Dune ApS', iban: 'dk5000400440116243', bic: 'dabadkkk' },
};
const createLink = async () => (await createFirstRunLink(app.shop)) ?? '';
const countOwners = async () => (await pool.query(`select from staff_members where left_at is null`)).rowCount;

/** Values that the form shows, by the name of the control. */
const readValue = (body: string, name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1];

beforeAll(async () => {
  app = await testShop(database, { env: { TRUST_PROXY: 'true' } });
});

describe('the link of the first run', () => {
  it('opens a form with the values of the file, and is no address that others learn', async () => {
    const page = await newShopper(app).visit(await createLink());
    expect(page.status).toBe(200);
    expect(page.headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(readValue(page.body, 'shop_name')).toBe('Saltmarsh');
    expect(page.body).toContain('<meta name="robots" content="noindex"');
    const { rows } = await pool.query<{ text: string }>('select to_jsonb(l)::text as text from first_run_links l');
    expect(rows).toHaveLength(1);
  });

  it('opens a form without address and bank account of the file in a live shop: they may be those of the demo', async () => {
    const link = await createLink();
    const demo = await newShopper(app).visit(link);
    expect([readValue(demo.body, 'shop_email'), readValue(demo.body, 'iban')]).toEqual([
      'studio@example.com',
      'IE64 IRCE 9205 0112 3456 78',
    ]);
    const live = await testShop(database, {
      env: { MODE: 'live', PUBLIC_URL: 'https://shop.example', SECRET: randomBytes(32).toString('hex') },
    });
    const headers = { accept: 'text/html', host: 'shop.example' };
    const { statusCode, body } = await live.http.inject({ url: link, headers });
    expect([statusCode, readValue(body, 'shop_name')]).toEqual([200, 'Saltmarsh']);
    for (const name of ['shop_email', 'account_name', 'iban', 'bic'])
      expect(readValue(body, name) ?? '', name).toBe('');
    const readAddress = (html: string) => /<textarea[^>]*name="shop_address"[^>]*>([^<]*)/.exec(html)?.[1];
    expect([readAddress(demo.body), readAddress(body)]).toEqual([expect.stringContaining('The Old Sail Loft'), '']);
  });

  it('ends when a newer one is made, and never worked when it was guessed', async () => {
    const first = await createLink();
    const second = await createLink();
    for (const link of [first, '/first-run/x', second.replace(/.$/, '_')])
      expect((await newShopper(app).visit(link)).status).toBeOneOf([404, 410]);
    expect((await newShopper(app).submit(first, filled)).status).toBe(410);
    expect((await newShopper(app).visit(second)).status).toBe(200);
    expect(await countOwners()).toBe(0);
  });

  it('is no way in from another site', async () => {
    const link = await createLink();
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(filled as Record<string, string>).toString();
    const sent = await app.http.inject({ method: 'POST', url: link, headers, payload });
    expect(sent.statusCode).toBe(403);
    expect(await countOwners()).toBe(0);
  });
});

describe('the form of the first run', () => {
  it.each([
    ['owner_email', 'ada'],
    ['owner_password', 'short'],
    ['shop_name', ''],
    ['shop_address', ' \n '],
    ['shop_email', 'hello@'],
    ['currency', 'ABC'],
    ['entered', ''],
    ['country', 'UK'],
    ['iban', 'DK5000400440116244'],
    ['iban', ''],
    ['account_name', ''],
    ['bic', 'DABA'],
  ])('refuses %s %j, and keeps what else was typed', async (name, value) => {
    const link = await createLink();
    const refused = await newShopper(app).submit(link, { ...filled, [name]: value });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain(`href="#${name}"`);
    expect(readValue(refused.body, name === 'tagline' ? 'shop_name' : 'tagline')).toBe('Glass from the north');
    expect(refused.body).not.toContain(password);
    expect(await countOwners()).toBe(0);
    expect((await newShopper(app).visit(link)).status, 'the link still works').toBe(200);
  });

  it('refuses a state that its country does not have', async () => {
    const values = { ...filled, country: 'US', state: 'Kalifornia' };
    expect((await newShopper(app).submit(await createLink(), values)).body).toContain('href="#state"');
  });

  it('makes one owner of two who send it at once, signed in, with a shop of their own', async () => {
    const link = await createLink();
    const devices = [newShopper(app), newShopper(app)] as const;
    const answers = await Promise.all(
      devices.map((device, index) => device.submit(link, { ...filled, owner_email: `ada${index}@dune.example` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    const winner = answers.findIndex(({ status }) => status === 303);
    owner = devices[winner] as Shopper;
    expect(answers[winner]?.location).toBe(welcomePath);
    const welcome = await owner.visit(welcomePath);
    expect([welcome.status, welcome.body]).toEqual([200, expect.stringContaining('/account/two-factor')]);
    expect((await owner.visit('/admin')).body).toContain('Ada Byrne');
    expect(app.shop.choices).toMatchObject({
      ...{ name: 'Dune', address: ['Strand 4', '9990 Skagen', 'Denmark'], email: 'hello@dune.example' },
      ...{ currency: 'DKK', pricesIncludeTax: false, taxDisplay: 'excluding' },
      baseAddress: { country: 'DK', postcode: '9990', city: 'Skagen' },
      countries: expect.arrayContaining(['DK', 'IE']),
    });
    expect(app.shop.choices.countries[0]).toBe('DK');
    expect(app.shop.settingStore.current.values.get('payments')).toMatchObject({
      bankTransfer: { accountName: 'Dune ApS', iban: 'DK50 0040 0440 1162 43', bic: 'DABADKKK', dueDays: 14 },
    });
    const { rows } = await pool.query(`select email_verified_at from customers where name = 'Ada Byrne'`);
    expect(rows, 'nobody has proved the address').toEqual([{ email_verified_at: null }]);
  });

  it('is recorded with who did it and what was before', async () => {
    const entries = await listAudit(app.shop.db, {}, 50);
    expect(entries.find(({ label }) => label === 'shop.currency')).toMatchObject({
      ...{ byKind: 'staff', by: 'Ada Byrne', byStaffId: expect.any(Number) },
      ...{ before: { value: 'EUR' }, after: { value: 'DKK' } },
    });
    expect(entries.find(({ subjectKind }) => subjectKind === 'staff')).toMatchObject({
      ...{ action: 'first-run.set-up', before: null, after: { role: 'owner' } },
    });
  });

  it('is closed once there is an owner, by the command too', async () => {
    expect(await createFirstRunLink(app.shop)).toBeNull();
    expect(await runCommand(app.shop, firstRunCommands, 'staff first-owner', [])).toMatchObject({ code: 1 });
  });
});

describe('the page of the shop', () => {
  const change = (page: string, fields: Fields) =>
    owner.submit(shopPagePath, {
      ...{ ...filled, shown: 'including', countries: ['DK', 'SE'], iban: 'DK50 0040 0440 1162 43', bic: 'DABADKKK' },
      ...{ _version: readValue(page, '_version') ?? '', ...fields },
    });
  const visit = async () => (await owner.visit(shopPagePath)).body;

  beforeEach(async () => {
    await pool.query(`update account_sessions set created_at = now()`);
  });

  it('changes what the first run asked for, and more', async () => {
    const countKeys = async () =>
      (await listAudit(app.shop.db, {}, 50)).filter(({ subjectKind }) => subjectKind === 'setting').length;
    const before = await countKeys();
    const saved = await change(await visit(), { shop_name: 'Dune & Daughters', currency: 'SEK' });
    expect(saved.location).toBe(shopPagePath);
    expect((await owner.visit(shopPagePath)).body).toContain('Saved.');
    expect(app.shop.choices).toMatchObject({
      ...{ name: 'Dune & Daughters', currency: 'SEK', taxDisplay: 'including', pricesIncludeTax: false },
      countries: ['DK', 'SE'],
    });
    const [recorded] = await listAudit(app.shop.db, {}, 1);
    expect(recorded).toMatchObject({
      ...{ action: 'first-run.change-shop', subjectKind: 'shop', label: 'Dune & Daughters', by: 'Ada Byrne' },
      ...{ before: { shop_name: 'Dune', currency: 'DKK', shown: 'excluding' }, after: { countries: ['DK', 'SE'] } },
    });
    expect(await countKeys(), 'one entry of one save').toBe(before);
  });

  it('keeps what two people changed at the same time, and asks where both changed the same', async () => {
    const [first, second] = [await visit(), await visit()];
    await change(first, { shop_name: 'Dune One', currency: 'SEK' });
    const told = await change(second, { shop_name: 'Dune Two', currency: 'SEK', tagline: 'Glass' });
    expect([told.status, told.body]).toEqual([
      409,
      expect.stringContaining('Someone else saved changes while you were editing'),
    ]);
    expect(readValue(told.body, 'shop_name')).toBe('Dune Two');
    expect(app.shop.choices).toMatchObject({ name: 'Dune One', tagline: 'Glass from the north' });
    const [choice = ''] = /_keep\.shop_name\.[\w-]+/.exec(told.body) ?? [];
    const chosen = { shop_name: 'Dune Two', currency: 'SEK', tagline: 'Glass', [choice]: 'mine' };
    expect((await change(told.body, chosen)).location).toBe(shopPagePath);
    expect(app.shop.choices).toMatchObject({ name: 'Dune Two', tagline: 'Glass' });
  });

  it('takes the bank account away, so that bank transfer is not offered', async () => {
    await change(await visit(), { shop_name: 'Dune Two', currency: 'SEK', account_name: '', iban: '', bic: '' });
    expect(app.shop.settingStore.current.values.get('payments')).toMatchObject({ bankTransfer: null });
  });

  it('asks for a fresh sign-in before it changes something', async () => {
    const page = await visit();
    await pool.query(`update account_sessions set created_at = now() - interval '1 hour'`);
    expect((await change(page, { shop_name: 'Elsewhere' })).location).toContain('/account/sign-in');
    expect(app.shop.choices.name).toBe('Dune Two');
  });

  it('says what stays once there is a product, and takes no other currency then', async () => {
    const before = await visit();
    await addProduct(app.shop, { name: 'Vase' });
    const page = await visit();
    expect(page).toContain('There are products or orders, so these can’t change: SEK, prices entered without tax');
    expect(page).not.toContain('name="currency"');
    expect((await change(before, { shop_name: 'Dune', currency: 'NOK' })).location).toBe(shopPagePath);
    expect(app.shop.choices).toMatchObject({ name: 'Dune', currency: 'SEK' });
  });

  it('is closed to guests and to those who may not change settings', async () => {
    expect((await newShopper(app).visit(shopPagePath)).location).toContain('/account/sign-in');
    await pool.query(`update staff_members set role = 'support'`);
    expect((await owner.visit(shopPagePath)).status).toBe(403);
    expect((await change('', { shop_name: 'Mine' })).status).toBe(403);
    await pool.query(`update staff_members set role = 'owner'`);
  });
});

describe('too many forms', () => {
  it('are refused for an hour', async () => {
    await pool.query(`update staff_members set left_at = now()`);
    const link = await createLink();
    const device = newShopper(app, { address: '203.0.113.9' });
    let status = 0;
    for (let sent = 0; sent < 40 && status !== 429; sent += 1)
      status = (await device.submit(link, { ...filled, owner_password: 'x' })).status;
    expect(status).toBe(429);
  });
});
