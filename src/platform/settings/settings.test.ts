import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineSettings } from '#platform/config/settings.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createLog, type Log } from '#platform/http/log.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { changeSettings } from './change-settings.ts';
import { loadSettingChanges } from './setting-rows.ts';

const database = useDatabase();

const trialSettings = defineSettings(
  'trial',
  z.strictObject({
    label: z.string().max(20).default('first'),
    max: z.int().max(100).default(10),
    nested: z.strictObject({ rounding: z.enum(['line', 'total']).default('line') }).prefault({}),
  }),
);
const otherSettings = defineSettings('other', z.strictObject({ size: z.int().default(1) }));
const readLabel = (shop: Shop) => shop.settings(trialSettings).label;

/** Awaited by routes, jobs and pages between two reads. */
let pause: () => Promise<void> = async () => {};
/** Awaited by requests for the page, before it is rendered. */
let beforeRender: (shop: Shop) => Promise<void> = async () => {};
const seenByJob: string[] = [];

async function readTwice(shop: Shop): Promise<string> {
  const first = readLabel(shop);
  await pause();
  return `${first} ${readLabel(shop)}`;
}

const readJob = defineJob({
  name: 'trial:read',
  run: async (shop) => {
    seenByJob.push(await readTwice(shop));
  },
});

const feature: Omit<Feature, 'name' | 'needs'> = {
  settings: [trialSettings, otherSettings],
  pages: [
    {
      name: 'label',
      path: '/label',
      load: async (shop) => ({ kind: 'page', title: 'A label', body: await readTwice(shop), tags: ['label'] }),
    },
    {
      name: 'plain',
      path: '/plain',
      load: async () => ({ kind: 'page', title: 'Plain', body: 'plain', tags: ['plain'] }),
    },
  ],
  routes: (app: FastifyInstance, shop: Shop) => {
    app.addHook('onRequest', async (request) => {
      if (request.url === '/label') await beforeRender(shop);
    });
    app.get('/twice', { config: { lane: 'public' } }, () => readTwice(shop));
    app.post('/twice', { config: { crossSite: true } }, async () => readTwice(shop));
  },
};

describe('settings in the database', () => {
  let trial: SmallShop;
  let shop: Shop;
  const warnings: unknown[] = [];
  const get = async (path: string) => (await fetch(trial.url + path)).text();
  const set = (key: string, value: unknown, version: number | null = null) =>
    changeSettings(shop, [{ key, value, version }], { name: 'Ada', staffId: null });

  beforeEach(async () => {
    pause = async () => {};
    beforeRender = async () => {};
    await database.pool.query('alter table platform.setting_changes disable trigger all');
    await database.pool.query('truncate platform.settings, platform.setting_changes');
    await database.pool.query('alter table platform.setting_changes enable trigger all');
    warnings.length = 0;
    const log: Log = createLog('silent');
    log.warn = ((fields: unknown) => warnings.push(fields)) as Log['warn'];
    trial = await smallShop(database, { feature, log });
    shop = trial.shop;
  });

  it('are read as soon as the change is answered, and their history is kept', async () => {
    expect(readLabel(shop)).toBe('first');
    expect(await set('trial.label', 'second', 0)).toEqual({ ok: true, changed: new Map([['trial.label', 1]]) });
    expect(readLabel(shop)).toBe('second');
    expect(await set('trial.label', 'second')).toEqual({ ok: true, changed: new Map() });
    expect(await set('trial.label', undefined, 1)).toEqual({ ok: true, changed: new Map([['trial.label', 2]]) });
    expect(readLabel(shop)).toBe('first');
    expect(await set('trial.label', undefined)).toEqual({ ok: true, changed: new Map() });
    expect(await set('trial.label', 'third', 2)).toMatchObject({ ok: true });
    const history = await loadSettingChanges(shop.db, 'trial.label', 10);
    expect(
      history.map(({ version, oldValue, newValue, changedBy }) => [version, oldValue, newValue, changedBy]),
    ).toEqual([
      [3, '"first"', '"third"', 'Ada'],
      [2, '"second"', null, 'Ada'],
      [1, '"first"', '"second"', 'Ada'],
    ]);
    await expect(database.pool.query('delete from platform.setting_changes')).rejects.toThrow();
    await expect(database.pool.query("update platform.setting_changes set changed_by = 'Eve'")).rejects.toThrow();
  });

  it.each([
    ['trial.label', 5, 'SETTING_INVALID'],
    ['trial.max', 101, 'SETTING_INVALID'],
    ['trial.maximum', 1, 'SETTING_UNKNOWN'],
    ['gone.max', 1, 'SETTING_UNKNOWN'],
    ['trial', {}, 'SETTING_UNKNOWN'],
    ['currency', 'USD', 'SETTING_ONLY_IN_FILE'],
    ['pricesIncludeTax', true, 'SETTING_ONLY_IN_FILE'],
    ['baseAddress', { country: 'DE' }, 'SETTING_ONLY_IN_FILE'],
    ['baseAddress.country', 'DE', 'SETTING_ONLY_IN_FILE'],
  ])('refuse %s = %j with %s', async (key, value, code) => {
    expect(await set(key, value)).toMatchObject({ ok: false, code, key });
    expect(await loadSettingChanges(shop.db, null, 10)).toEqual([]);
  });

  it('change together or not at all', async () => {
    const changes = [
      { key: 'trial.label', value: 'second', version: null },
      { key: 'other.size', value: 'large', version: null },
    ];
    expect(await changeSettings(shop, changes, { name: 'Ada', staffId: null })).toMatchObject({
      code: 'SETTING_INVALID',
      key: 'other.size',
    });
    expect(readLabel(shop)).toBe('first');
  });

  it('can not be set as a whole and in parts at the same time', async () => {
    await set('trial.nested.rounding', 'total');
    const refused = await set('trial.nested', { rounding: 'line' });
    expect(refused).toMatchObject({
      ok: false,
      code: 'SETTING_OVERLAPS',
      message: expect.stringContaining('rounding'),
    });
    await set('trial.nested.rounding', undefined);
    expect(await set('trial.nested', { rounding: 'total' })).toMatchObject({ ok: true });
  });

  it('changed by two people at the same time are refused to one of them', async () => {
    await set('trial.max', 20);
    const results = await Promise.all([set('trial.max', 30, 1), set('trial.max', 40, 1)]);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ code: 'SETTING_CHANGED', key: 'trial.max' });
    expect(await loadSettingChanges(shop.db, 'trial.max', 10)).toHaveLength(2);
  });

  it('that an upgrade made invalid or unknown fall back to the file, and are logged once', async () => {
    await database.pool.query(`insert into platform.settings (key, value, version, changed_by, changed_at) values
      ('trial.max', '"many"', 1, 'Ada', now()), ('gone.size', '2', 1, 'Ada', now()), ('trial.label', '"kept"', 1, 'Ada', now())`);
    await shop.settingStore.reload();
    await shop.settingStore.reload();
    expect(shop.settings(trialSettings)).toMatchObject({ label: 'kept', max: 10 });
    expect(warnings).toEqual([
      { key: 'gone.size', code: 'SETTING_UNKNOWN' },
      { key: 'trial.max', code: 'SETTING_INVALID' },
    ]);
    expect(await set('trial.label', 'other')).toMatchObject({ ok: true });
    expect(await set('gone.size', undefined)).toMatchObject({ ok: true });
    expect(await set('trial.max', 50)).toMatchObject({ ok: true });
    expect(shop.settingStore.current.problems).toEqual([]);
    expect(shop.settings(trialSettings)).toMatchObject({ label: 'other', max: 50 });
  });

  it('stay the same from the beginning to the end of a request, a job and a transaction', async () => {
    const change = () => set('trial.label', `at ${readLabel(shop)}`.slice(-20));
    pause = async () => void (await change());
    expect(await get('/twice')).toBe('first first');
    const second = readLabel(shop);
    expect(second).not.toBe('first');
    expect(await get('/twice')).toBe(`${second} ${second}`);
    const third = readLabel(shop);
    const body = JSON.stringify({ long: 'x'.repeat(100_000) });
    const posted = await fetch(`${trial.url}/twice`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
    });
    expect(await posted.text()).toBe(`${third} ${third}`);
    await set('trial.label', 'job');
    await shop.jobs.add(shop.db, readJob, {});
    expect((await runJobsNow(shop, [readJob])).failed).toEqual([]);
    expect(seenByJob).toEqual(['job job']);
    await set('trial.label', 'transaction');
    expect(await inTransaction(shop.db, () => readTwice(shop))).toBe('transaction transaction');
    expect(readLabel(shop)).not.toBe('transaction');
  });

  it('are cache tags of the pages that read them, which show a change at once', async () => {
    const { headers } = await fetch(`${trial.url}/label`);
    expect(headers.get('cache-tag')).toBe('label,settings:shop,settings:trial');
    expect((await fetch(`${trial.url}/plain`)).headers.get('cache-tag')).toBe('plain,settings:shop');
    await set('other.size', 2);
    expect(trial.store.size.entries).toBe(2);
    await set('trial.label', 'second');
    expect(trial.store.size.entries).toBe(1);
    expect(await get('/label')).toContain('second second');
  });

  it('that change during a render: the page is sent with the old ones and not stored', async () => {
    let isFirst = true;
    pause = async () => {
      if (isFirst) await set('trial.label', 'second');
      isFirst = false;
    };
    expect(await get('/label')).toContain('first first');
    expect(await get('/label')).toContain('second second');
  });

  it('that change between the beginning of a request and the render: the page has the new ones', async () => {
    beforeRender = async () => {
      expect(readLabel(shop)).toBe('first');
      await set('trial.label', 'second');
    };
    expect(await get('/label')).toContain('second second');
  });

  it('are loaded again after the connection for notifications was lost', async () => {
    const writer = await smallShop(database, { feature });
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'",
    );
    await expect.poll(() => trial.store.size.entries).toBe(0);
    const change = [{ key: 'trial.label', value: 'meanwhile', version: null }];
    expect(await changeSettings(writer.shop, change, { name: 'Ada', staffId: null })).toMatchObject({ ok: true });
    await expect.poll(() => readLabel(shop)).toBe('meanwhile');
    await expect.poll(() => get('/label')).toContain('meanwhile meanwhile');
  });

  it('changed by another process are read here soon', async () => {
    const writer = await smallShop(database, { feature });
    expect(await get('/label')).toContain('first');
    await changeSettings(writer.shop, [{ key: 'trial.label', value: 'of another', version: null }], {
      name: 'Ada',
      staffId: null,
    });
    await expect.poll(() => get('/label')).toContain('of another of another');
  });
});
