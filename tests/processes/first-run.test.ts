import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { findServerPid } from '#tests/support/shop-process.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { type StartedProgram, startBuilt, temporaryFolder } from './start-built.ts';

const store = useDatabase();
const within = { timeout: 60_000, interval: 20 };

interface RunningShop extends StartedProgram {
  readonly url: string;
}

async function openShop(settings: Readonly<Record<string, string>>): Promise<RunningShop> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, MAIL_URL: 'smtp://127.0.0.1:1' },
    ...{
      SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'trace',
      DATABASE_URL: store.connectionString,
      ...settings,
    },
  };
  const shop = { ...startBuilt('server', [], env), url };
  await expect.poll(shop.output, within).toContain('is open (live mode)');
  return shop;
}

const readLinks = ({ output }: StartedProgram): string[] =>
  [...output().matchAll(/Owner +http\S+(\/first-run\/[\w-]{43}) /g)].map(([, path = '']) => path);

const form = {
  ...{ owner_name: 'Ada', owner_email: 'ada@dune.test', owner_password: 'nine slow herons' },
  ...{ shop_name: 'Dune', tagline: '', shop_address: 'Strand 4', shop_email: 'hello@dune.test' },
  ...{ currency: 'DKK', entered: 'including', country: 'DK', state: '', postcode: '', city: '' },
  ...{ account_name: '', iban: '', bic: '' },
};

describe('the first run of a built shop', () => {
  it('prints a link, not in the log, and a new one after a crash; both processes follow what the owner typed', async () => {
    const shop = await openShop({ DATA_DIR: temporaryFolder() });
    const [first = ''] = readLinks(shop);
    const before = findServerPid(shop.process.pid ?? 0) ?? 0;
    expect((await fetch(shop.url + first)).status).toBe(200);
    process.kill(before, 'SIGKILL');
    await expect.poll(() => readLinks(shop).length, within).toBe(2);
    const [, second = ''] = readLinks(shop);
    expect((await fetch(shop.url + first)).status).toBe(410);

    const other = await openShop({ DATA_DIR: temporaryFolder() });
    const [newest = ''] = readLinks(other);
    expect((await fetch(shop.url + second)).status).toBe(410);
    const owner = newShopper({ url: shop.url });
    expect(await owner.submit(newest, form)).toMatchObject({ status: 303, location: '/admin/welcome' });
    for (const { url } of [shop, other])
      await expect.poll(async () => (await fetch(url)).text(), within).toMatch(/<title>Dune\b/);
    for (const { errors } of [shop, other])
      for (const link of [first, second, newest]) expect(errors()).not.toContain(link.split('/').at(-1));

    const pid = findServerPid(shop.process.pid ?? 0) ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => shop.output().split('Dune is open (live mode)').length, within).toBe(2);
    expect(readLinks(shop), 'an owner gets no link').toHaveLength(2);
    const { rows } = await store.pool.query(`select value from platform.settings where key = 'shop.currency'`);
    expect(rows).toEqual([{ value: 'DKK' }]);
    await expect
      .poll(async () => (await owner.visit('/admin/settings/shop')).body, within)
      .toMatch(/<option value="DKK" selected/);
  });
});
