import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBackOffice } from '#platform/admin/admin.ts';
import { formatFinding, runChecks } from '#platform/checks/checks.ts';
import { secretSetting } from '#platform/config/secret-setting.ts';
import { defineSettings } from '#platform/config/settings.ts';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import { backup } from '#platform/database/backup.ts';
import type { Feature } from '#platform/features/feature.ts';
import { createLog } from '#platform/http/log.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { settingCommands } from '#platform/settings/commands.ts';
import { encryptSettingsAgain } from '#platform/settings/setting-secrets.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import type { App } from './app.ts';

const vaultSettings = defineSettings(
  'vault',
  z.strictObject({
    test: z.strictObject({ apiKey: secretSetting('Key of the test account.') }).prefault({}),
    address: z.string().max(40).default(''),
    live: z
      .strictObject({ apiKey: secretSetting('Key of the service.') })
      .prefault({})
      .describe('The live account.'),
  }),
  {
    findMistakes: ({ live }) =>
      `${live.apiKey?.reveal()}`.startsWith('wrong')
        ? [{ path: 'live.apiKey', message: `${live.apiKey} is wrong` }]
        : [],
  },
);

/** Shows, logs and throws what it has. */
const vault: Feature = {
  name: 'vault',
  needs: [],
  settings: [vaultSettings],
  pages: [
    {
      name: 'vault',
      path: '/vault',
      load: async (shop) => {
        const settings = shop.settings(vaultSettings);
        const body = `${JSON.stringify(settings)} ${settings.live.apiKey} ${inspect(settings, { showHidden: true })}`;
        return { kind: 'page', title: 'Vault', body, tags: ['vault'] };
      },
    },
  ],
  routes: (app, shop) => {
    app.get('/vault/error', { config: { lane: 'public' } }, () => {
      const settings = shop.settings(vaultSettings);
      shop.log.info({ settings, key: settings.live.apiKey }, `${settings.live.apiKey}`);
      throw Object.assign(new Error(`no answer to ${settings.live.apiKey}`), { settings });
    });
  },
};

const key = 'vault.live.apiKey';
const markers = ['sentinel-5d0e7b1c', 'another-9f21aa64', 'argument-77c1d2e0', 'environment-31be'];
const secret = '4f0c9d2e7b1a6853fe02c4d6a8b0917d';
const choices = { ...withTestSession, features: [...(withTestSession.features ?? []), vault] };
const { database } = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'vitrine-secrets-'));
const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
const routes: RouteOptions[] = [];
let app: App;
const read = ({ shop }: App) => shop.settings(vaultSettings).live.apiKey?.reveal() ?? null;
const run = (name: string, args: string[], typed = '') =>
  runCommand(app.shop, settingCommands, `settings ${name}`, args, {}, createSystemActor('shop'), typed);
const set = (typed: string) => run('set', [key], typed);

beforeAll(async () => {
  app = await testShop(database, { choices, log, env: { SECRET: secret }, onRoute: (route) => routes.push(route) });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The markers that a text has, in clear or in a coding. */
function findMarkers(content: string): string[] {
  return markers.filter((marker) => {
    const shifted = ['', '-', '--'].map((before) =>
      Buffer.from(before + marker)
        .toString('base64')
        .slice(4, -4),
    );
    return [marker, Buffer.from(marker).toString('hex'), ...shifted].some((form) => content.includes(form));
  });
}

async function dumpTables(): Promise<string> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(rows.length).toBeGreaterThan(80);
  const contents = rows.map(async ({ name }) => {
    const { rows: found } = await database.pool.query<{ text: string }>(
      `select coalesce(json_agg(t)::text, '') as text from ${name} t`,
    );
    return `${name} ${found[0]?.text}`;
  });
  return (await Promise.all(contents)).join('\n');
}

async function readPages(): Promise<string[]> {
  const cookie = createStaffCookie('Ada', openBackOffice.name);
  const paths = routes.filter(({ method }) => [method].flat().includes('GET')).map(({ url }) => url);
  const bodies: string[] = [];
  for (const path of new Set(paths)) {
    for (const headers of [{}, { cookie }]) {
      const { body, headers: sent } = await app.http.inject({ url: path.replace(/[:*][a-zA-Z]*/g, '1'), headers });
      bodies.push(body, JSON.stringify(sent));
    }
  }
  return bodies;
}

describe('a secret', () => {
  it('is set from standard input, shown as set on a day, and cleared', async () => {
    const today = app.shop.clock.now().toISOString().slice(0, 10);
    expect(read(app)).toBeNull();
    expect((await run('get', [key])).text).toBe('not set\nnever changed');
    expect(await set(` ${markers[0]}\n`)).toMatchObject({ code: 0, text: `${key} is now set on ${today}` });
    expect(read(app)).toBe(markers[0]);
    expect((await set(`${markers[0]}`)).text).toBe(`${key} stays set on ${today}`);
    expect((await set(`${markers[1]}`)).data).toMatchObject({ value: null, isSet: true, isSecret: true, version: 2 });
    const { text: shown } = await run('get', [key]);
    expect(shown).toMatch(/^set on \d{4}-\d\d-\d\d\nfrom the database, version 2, changed by shop at 20/);
    expect((await run('list', ['vault'])).text).toContain(`${key} set on ${today} database 2`);
    expect((await run('history', [key])).text.split('\n').map((line) => line.split(' ').slice(2).join(' '))).toEqual([
      'setting version from to',
      `${key} 2 "(secret)" "(secret)"`,
      `${key} 1 null "(secret)"`,
    ]);
    expect((await run('reset', [key])).text).toBe(`${key} is now not set`);
    expect(read(app)).toBeNull();
  });

  it('is no argument, no part of another setting and in no file', async () => {
    expect(await run('set', [key, markers[2] ?? ''])).toMatchObject({ code: 1, data: { code: 'SETTING_IS_SECRET' } });
    expect(await run('set', [key], ' \n')).toMatchObject({
      code: 2,
      warnings: expect.stringContaining('is unchanged'),
    });
    expect(await run('set', ['vault.address'])).toMatchObject({ code: 2 });
    for (const [other, value] of [
      ['vault.live', { apiKey: markers[2] }],
      [`${key}.text`, markers[2]],
    ] as const) {
      const refused = await changeSettings(app.shop, [{ key: other, value, version: null }], 'shop');
      expect(refused).toMatchObject({ ok: false, code: 'SETTING_IS_SECRET' });
    }
    for (const value of [5, { encrypted: markers[2] }, '', 'x'.repeat(4001), 'wrong key'])
      expect(await changeSettings(app.shop, [{ key, value, version: null }], 'shop')).toMatchObject({ ok: false });
    expect(read(app)).toBeNull();
    const settings = { vault: { live: { apiKey: markers[2] } } };
    const error = await testShop(database, { choices: { ...choices, settings } }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ShopConfigError);
    expect(String(error)).toContain('VAULT_LIVE_API_KEY in the environment');
    expect(findMarkers(inspect(error))).toEqual([]);
  });

  it('of the environment wins, and a command says so', async () => {
    await set(markers[0] ?? '');
    const other = await testShop(database, {
      choices,
      log,
      env: { SECRET: secret, VAULT_LIVE_API_KEY: markers[3] ?? '' },
    });
    expect(read(other)).toBe(markers[3]);
    const runThere = (name: string, typed = '') =>
      runCommand(other.shop, settingCommands, name, [key], {}, createSystemActor('shop'), typed);
    expect((await runThere('settings get')).text).toBe(
      'set by VAULT_LIVE_API_KEY\nfrom the environment, which wins over the database',
    );
    expect(await runThere('settings set', markers[1])).toMatchObject({
      text: `${key} is now set by VAULT_LIVE_API_KEY`,
      warnings: expect.stringContaining('VAULT_LIVE_API_KEY of the environment is used'),
    });
    expect(read(other)).toBe(markers[3]);
    expect(findMarkers(`${inspect(other.shop.config, { depth: 9 })}${JSON.stringify(other.shop.config)}`)).toEqual([]);
    await app.shop.settingStore.reload();
    expect(read(app)).toBe(markers[1]);
  });

  it('outlives a new SECRET, and is told about when its SECRET is gone', async () => {
    await set(markers[0] ?? '');
    const newer = 'b7c1f0a95e2d48369ac0b1d2e3f4a5968';
    const withSecrets = (SECRET: string) => testShop(database, { choices, log, env: { SECRET } });
    const rotated = await withSecrets(`${newer},${secret}`);
    expect(read(rotated)).toBe(markers[0]);
    const later = await withSecrets(newer);
    expect(read(later)).toBeNull();
    const [finding] = (await runChecks(later.shop, { isForOperator: true })).filter(({ what }) => what === 'Settings');
    expect(finding).toMatchObject({
      text: `${key}: no key of SECRET opens the stored secret; set it again`,
      action: 'Set it again by a command on the server',
      commands: [`settings set ${key}`],
    });
    expect(logged.filter((line) => line.includes('SECRET_UNREADABLE'))).toHaveLength(1);
    const before = await database.pool.query('select version from platform.settings where key = $1', [key]);
    await encryptSettingsAgain(rotated.shop.db, rotated.shop.config.secrets, rotated.shop.settingStore.secrets.keys);
    await later.shop.settingStore.reload();
    expect(read(later)).toBe(markers[0]);
    expect(later.shop.settingStore.current.problems).toEqual([]);
    const after = await database.pool.query('select version from platform.settings where key = $1', [key]);
    expect(after.rows).toEqual(before.rows);
    await encryptSettingsAgain(app.shop.db, [secret, newer], app.shop.settingStore.secrets.keys);
    await app.shop.settingStore.reload();
    expect(read(app)).toBe(markers[0]);
  });

  it('moved to another key is not opened', async () => {
    await run('set', ['vault.test.apiKey'], markers[1]);
    await set(markers[0] ?? '');
    await database.pool.query(
      `update platform.settings set value = (select value from platform.settings where key = 'vault.test.apiKey') where key = $1`,
      [key],
    );
    await app.shop.settingStore.reload();
    expect(app.shop.settings(vaultSettings).test.apiKey?.reveal()).toBe(markers[1]);
    expect(read(app)).toBeNull();
  });

  it('is in clear in no table, backup, page, log line, error or output of a command', async () => {
    await set(markers[0] ?? '');
    expect(read(app)).toBe(markers[0]);
    expect((await app.http.inject('/vault')).body).toContain('(secret)');
    expect((await app.http.inject('/vault/error')).statusCode).toBe(500);
    expect(findMarkers((await readPages()).join('\n')), 'pages').toEqual([]);
    const outputs = [
      ...(await Promise.all([run('list', []), run('get', [key]), run('history', []), run('history', [key])])),
      ...(await runChecks(app.shop, { isForOperator: true })).map(formatFinding),
      await run('set', [key, markers[2] ?? '']),
      await run('set', ['vault.live', markers[2] ?? '']),
      await set('wrong key'),
      await set('x'.repeat(4001)),
    ];
    expect(findMarkers(JSON.stringify(outputs)), 'commands').toEqual([]);
    expect(findMarkers(inspect(app.shop.settingStore, { depth: 9, showHidden: true })), 'memory').toEqual([]);
    expect(findMarkers(await dumpTables()), 'tables').toEqual([]);
    const file = join(folder, 'shop.tar.gz');
    const report = await backup({ database, file });
    expect(findMarkers(gunzipSync(readFileSync(file)).toString('latin1') + JSON.stringify(report)), 'backup').toEqual(
      [],
    );
    expect(logged.join('\n')).toContain('no answer to (secret)');
    expect(findMarkers(logged.join('\n')), 'log').toEqual([]);
    // The check itself finds what is there.
    const seen = markers.map((marker) => `${marker} ${Buffer.from(`x${marker}`).toString('base64')}`).join(' ');
    expect(findMarkers(seen)).toEqual(markers);
    expect(await dumpTables()).toContain('"encrypted":');
  });
});

it('a secret is read from a pipe', async () => {
  const file = new URL('../platform/cli/read-secret.ts', import.meta.url).href;
  const script = `process.stdout.write(JSON.stringify(await (await import('${file}')).readSecret('Key')))`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end('two words\n');
  expect(await text(child.stdout)).toBe('"two words\\n"');
});
