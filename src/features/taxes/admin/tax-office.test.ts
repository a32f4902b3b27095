import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { listRates } from '../rates.ts';
import { findOfferedPercent, rateDate, rateSource } from './offered-rates.ts';

const database = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'taxes.read', 'taxes.write');
const reader = createStaffCookie('Rita', openBackOffice.name, 'taxes.read');
let app: App;
let office: ReturnType<typeof openOffice>;

beforeAll(async () => {
  const choices = { ...withTestSession, countries: ['IE', 'DE', 'GB'] };
  app = await testShop(database, { choices, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, ada);
});
beforeEach(() => database.db.execute(sql`delete from tax_rates`));

const list = async () =>
  (await listRates(database.db, {})).map(({ country, percent, name }) => `${country} ${percent} ${name}`);
const addRate = (country: string, percent: number, name = 'VAT', priority = 1) =>
  database.db.execute(
    sql`insert into tax_rates (country, percent, name, priority) values (${country}, ${percent}, ${name}, ${priority})`,
  );
const readOffers = (body: string) => [...body.matchAll(/name="offer"[^>]*value="([^"]+)"/g)].map(([, key = '']) => key);

describe('the page of tax rates', () => {
  it('[46] says first which countries that are sold to have none', async () => {
    expect((await office.get('settings/taxes')).body).toContain(
      'There are no rates for the countries you sell to, so no tax is charged at all.',
    );
    await addRate('IE', 23);
    await addRate('DE', 19);
    const { body } = await office.get('settings/taxes');
    expect(body).toContain('No tax is charged in United Kingdom: you sell there, but there is no rate.');
    await addRate('GB', 20);
    expect((await office.get('settings/taxes')).body).not.toContain('No tax is charged in');
  });

  it('[46] offers rates of the European Union, and looking changes nothing', async () => {
    await addRate('DE', 16, 'MwSt.');
    const { body } = await office.get('settings/taxes');
    expect(readOffers(body)).toEqual(['IE:23:new', 'DE:19:16']);
    expect(body).toMatch(/value="IE:23:new"[^>]*checked|checked=""[^>]*value="IE:23:new"/);
    expect(await list()).toEqual(['DE 16 MwSt.']);
  });

  it('[46] adds what was chosen, with its name kept, and records who did it', async () => {
    await addRate('DE', 16, 'MwSt.');
    expect((await office.post('settings/taxes/offers', { offer: ['IE:23:new', 'DE:19:16'] })).statusCode).toBe(303);
    expect(await list()).toEqual(['DE 19 MwSt.', 'IE 23 VAT']);
    expect(readOffers((await office.get('settings/taxes')).body)).toEqual([]);
    const { rows } = await database.pool.query(
      "select by, before, after from platform.audit_entries where action = 'taxes.add-offered-rates' order by id",
    );
    expect(rows).toEqual([
      { by: 'Ada', before: null, after: { percent: 23 } },
      { by: 'Ada', before: { percent: 16 }, after: { percent: 19 } },
    ]);
  });

  it('[46] adds only what was shown: others, and all together, when something changed meanwhile, nothing', async () => {
    for (const offer of ['IE:25:new', 'GB:20:new', 'IE:23:21', '<b>', ['IE:23:new', 'DE:19:16']]) {
      await office.post('settings/taxes/offers', { offer });
      expect(await list()).toEqual([]);
    }
    await office.post('settings/taxes/offers', {});
    expect(await list()).toEqual([]);
  });

  it('offers no rate that would be charged besides another one', async () => {
    const readKeys = async () => readOffers((await office.get('settings/taxes')).body);
    await addRate('DE', 19, 'MwSt.', 2);
    expect(await readKeys()).toEqual(['IE:23:new']);
    await database.db.execute(sql`update tax_rates set percent = 16`);
    expect(await readKeys()).toEqual(['IE:23:new', 'DE:19:16']);
    await office.post('settings/taxes/offers', { offer: 'DE:19:16' });
    expect((await listRates(database.db, {})).map(({ percent, priority }) => [percent, priority])).toEqual([[19, 2]]);
    // Two that add up: nobody can tell which of them an offer is about.
    await addRate('DE', 5, 'Levy', 1);
    expect(await readKeys()).toEqual(['IE:23:new']);
  });

  it('chooses nothing for the owner where a rate of all countries is charged', async () => {
    await addRate('', 20);
    const { body } = await office.get('settings/taxes');
    expect(readOffers(body)).toEqual(['IE:23:new', 'DE:19:new']);
    expect(body).not.toMatch(/<input[^>]*name="offer"[^>]*checked=""/);
    expect(body).toContain('other rates');
  });

  it('adds a rate once, when two people press at once', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(() => office.post('settings/taxes/offers', { offer: 'IE:23:new' })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect(await list()).toEqual(['IE 23 VAT']);
  });

  it('removes a rate', async () => {
    await addRate('IE', 23);
    const [rate] = await listRates(database.db, {});
    expect((await office.post('settings/taxes/remove', { id: String(rate?.id) })).statusCode).toBe(303);
    expect(await list()).toEqual([]);
    expect((await office.post('settings/taxes/remove', { id: String(rate?.id) })).statusCode).toBe(303);
  });

  it('is closed to who may only look', async () => {
    await addRate('IE', 23);
    const { body } = await office.get('settings/taxes', reader);
    expect(body).toContain('23 %');
    expect(body).not.toMatch(/settings\/taxes\/(offers|remove)/);
    for (const path of ['offers', 'remove'])
      expect((await office.post(`settings/taxes/${path}`, { offer: 'DE:19:new', id: '1' }, reader)).statusCode).toBe(
        403,
      );
    expect((await office.get('settings/taxes', createStaffCookie('Nora', openBackOffice.name))).statusCode).toBe(403);
  });
});

describe('offered rates', () => {
  it('[46] say of which date they are', async () => {
    const changes = readFileSync(join(projectRoot, 'node_modules/sales-tax/CHANGELOG.md'), 'utf8');
    expect(changes).toContain(`## ${rateSource.split(' ')[1]} (${rateDate})`);
    await addRate('DE', 16, 'MwSt.');
    expect((await office.get('settings/taxes')).body).toContain(`from ${rateSource} as of 19 May 2026`);
  });

  it.each([
    ['DE', '2026-11-01', 19],
    ['DE', '2020-10-01', 16],
    ['FI', '2026-11-01', 25.5],
    ['EE', '2025-06-01', 22],
    ['EE', '2026-11-01', 24],
    ['GB', '2026-11-01', null],
    ['CH', '2026-11-01', null],
  ])('of %s on %s are %s', (country, day, percent) => {
    expect(findOfferedPercent(country, new Date(`${day}T12:00:00Z`))).toBe(percent);
  });

  it('are of all 27 members', () => {
    const codes = 'AT BE BG HR CY CZ DK EE ES FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI SE'.split(' ');
    for (const code of codes)
      expect(findOfferedPercent(code, new Date('2026-11-01T12:00:00Z')), code).toBeGreaterThan(10);
  });
});
