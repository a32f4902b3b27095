import pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { smallShop } from '#tests/support/small-shop.ts';
import { isStorageFull } from './storage.ts';

const database = useDatabase();

it.each([
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['EACCES', false],
])('an error with the code %s, or caused by one, is one of a full disk: %s (F3)', (code, isFull) => {
  const error = Object.assign(new Error('write'), { code, syscall: 'write' });
  expect(isStorageFull(error)).toBe(isFull);
  expect(isStorageFull(new Error('cannot write file', { cause: error }))).toBe(isFull);
  expect(isStorageFull(Object.assign({}, error))).toBe(false);
});

it('a request that fails for a full disk gets 503 with the reason, and is logged once until there is room (F3)', async () => {
  const logged: string[] = [];
  const { url } = await smallShop(database, {
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    feature: {
      routes: (http) => {
        http.get('/store', async () => {
          throw new Error('cannot write file', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) });
        });
      },
    },
  });
  const replies = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/store`)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503));
  expect(await replies[0]?.json()).toMatchObject({ code: 'storage_full', data: { status: 503 } });
  const page = await fetch(`${url}/store`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
    503,
    '5',
    expect.stringContaining('503'),
  ]);
  const countLines = (part: string) => logged.filter((line) => line.includes(part)).length;
  expect([countLines('the disk of the data folder is full'), countLines('a request failed')]).toEqual([1, 0]);
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'not ready', storage: 'full' });
  // The disk of this machine has room.
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  expect(countLines('the disk of the data folder has room again')).toBe(1);
});

it('tells a full disk of the database from that of the data folder, and logs it once however often it is met (F3)', async () => {
  const logged: string[] = [];
  const { url } = await smallShop(database, {
    log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
    feature: {
      routes: (http) => {
        http.get('/store', async () => {
          throw Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' });
        });
      },
    },
  });
  // Longer than between two looks at the data folder, which has room all the time.
  const end = performance.now() + 2_500;
  while (performance.now() < end) expect((await fetch(`${url}/store`)).status).toBe(503);
  const countLines = (part: string) => logged.filter((line) => line.includes(part)).length;
  expect([countLines('the disk of the database is full'), countLines('has room again')]).toEqual([1, 0]);
});
