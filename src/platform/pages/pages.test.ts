import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Availability } from '#platform/database/availability.ts';
import type { Page } from '#platform/pages/page.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';

const database = useDatabase();

const manyWords = Array.from({ length: 800 }, (_, index) => ((index * 7919) % 2003).toString(36)).join(' ');

/** A page that shows one number from the database, and can be held up while it renders. */
function numberPage(state: { renders: number; held: Promise<void> | null; until: Date | null }): Page {
  return {
    name: 'number',
    path: '/number/:id',
    query: ['shown'],
    stored: ({ shown }) => shown !== 'free',
    async load(shop, context, { id = '' }) {
      if (id === 'none') return { kind: 'missing' };
      if (id === 'raw') {
        const headers = { 'access-control-allow-origin': '*' };
        return { kind: 'raw', type: 'application/json', body: JSON.stringify({ manyWords }), headers, tags: ['raw'] };
      }
      if (id === 'old') return { kind: 'redirect', to: '/number/1', status: 301 };
      const { rows } = await shop.db.execute<{ value: number }>(
        sql`select value from numbers where id = ${Number(id)}`,
      );
      state.renders += 1;
      await state.held;
      const text = `value ${rows[0]?.value}, asked ${context.path} ${context.query.shown ?? ''} ${manyWords}`;
      return { kind: 'page', title: 'A number', body: text, tags: [`number:${id}`], until: state.until };
    },
  };
}

describe('a cached page', () => {
  const state: Parameters<typeof numberPage>[0] = { renders: 0, held: null, until: null };
  let time = Date.parse('2026-01-01T00:00:00Z');
  let trial: SmallShop;

  beforeEach(async () => {
    Object.assign(state, { renders: 0, held: null, until: null });
    await database.db.execute(sql`drop table if exists numbers`);
    await database.db.execute(sql`create table numbers (id integer primary key, value integer not null)`);
    await database.db.execute(sql`insert into numbers values (1, 10), (2, 20)`);
    trial = await smallShop(database, {
      feature: { pages: [numberPage(state)] },
      clock: { now: () => new Date(time) },
    });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(trial.url + path, { headers, redirect: 'manual' });
  const text = async (path: string) => (await get(path)).text();
  const change = (id: number, value: number) =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`update numbers set value = ${value} where id = ${id}`);
      await trial.shop.pages.invalidate(tx, [`number:${id}`]);
    });
  const untilShown = (path: string, expected: string) => expect.poll(() => text(path)).toContain(expected);

  it('is rendered once and then sent from memory', async () => {
    expect(await text('/number/1')).toContain('value 10');
    expect(await text('/number/1')).toContain('value 10');
    expect(state.renders).toBe(1);
    expect(trial.store.statistics.hits).toBe(1);
  });

  it('is compressed once per requested coding, and its bytes are counted', async () => {
    await get('/number/1', { 'accept-encoding': 'identity' });
    const plain = trial.store.size.bytes;
    const ask = (coding: string) => get('/number/1', { 'accept-encoding': coding });
    const replies = await Promise.all(['br', 'br', 'gzip', 'gzip'].map(ask));
    expect(replies.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'br', 'gzip', 'gzip']);
    const lengths = replies.map(({ headers }) => Number(headers.get('content-length')));
    expect(trial.store.size.bytes).toBe(plain + (lengths[0] ?? 0) + (lengths[2] ?? 0));
  });

  it('shows a committed change after its invalidations were awaited', async () => {
    for (const value of [11, 12, 13]) {
      await text('/number/1');
      await change(1, value);
      await trial.store.awaitInvalidations();
      expect(await text('/number/1')).toContain(`value ${value}`);
    }
  });

  it('shows a committed change, and only the changed page is rendered again', async () => {
    await text('/number/1');
    await text('/number/2');
    await change(1, 11);
    await untilShown('/number/1', 'value 11');
    await text('/number/2');
    expect(state.renders).toBe(3);
  });

  it('is not dropped by a change that is rolled back', async () => {
    await text('/number/1');
    await database.db
      .transaction(async (tx) => {
        await trial.shop.pages.invalidate(tx, ['number:1']);
        throw new Error('no');
      })
      .catch(() => {});
    await text('/number/1');
    expect(state.renders).toBe(1);
  });

  it('whose render started before a commit is sent but not stored', async () => {
    await text('/number/2');
    const hold = Promise.withResolvers<void>();
    state.held = hold.promise;
    const early = text('/number/1');
    await expect.poll(() => state.renders).toBe(2);
    await change(1, 11);
    // Notifications come in order: once this page is dropped, the first change was received.
    await change(2, 21);
    await expect.poll(() => trial.store.size.entries).toBe(0);
    hold.resolve();
    expect(await early).toContain('value 10');
    state.held = null;
    expect(await text('/number/1')).toContain('value 11');
  });

  it('is dropped with all others when the notification connection is lost, and stored again afterwards', async () => {
    await text('/number/1');
    await database.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    await expect.poll(() => trial.store.size.entries).toBe(0);
    await database.db.execute(sql`update numbers set value = 12 where id = 1`);
    expect(await text('/number/1')).toContain('value 12');
    const entries = async () => {
      await text('/number/1');
      return trial.store.size.entries;
    };
    await expect.poll(entries).toBe(1);
    await change(1, 13);
    await untilShown('/number/1', 'value 13');
  });

  it('is dropped once notifications are received again, also while the settings cannot be loaded', async () => {
    const away: Availability = {
      ...{ isAway: true, checkNow: async () => true, whenBack: () => new Promise(() => {}), stop: () => {} },
    };
    const { url, store } = await smallShop(
      { ...database.database, availability: away },
      { feature: { pages: [numberPage(state)] } },
    );
    await fetch(`${url}/number/1`);
    expect(store.size.entries).toBe(1);
    await database.db.execute(sql`alter table platform.settings rename to settings_away`);
    try {
      await database.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      );
      await expect.poll(() => store.size.entries).toBe(0);
    } finally {
      await database.db.execute(sql`alter table platform.settings_away rename to settings`);
    }
  });

  it('expires at its until time', async () => {
    state.until = new Date(time + 1000);
    await text('/number/1');
    await text('/number/1');
    expect(state.renders).toBe(1);
    time += 1000;
    state.until = null;
    await text('/number/1');
    expect(state.renders).toBe(2);
  });

  it('is the same for everybody: cookies, Host and unknown parameters reach neither page nor key', async () => {
    const plain = await text('/number/1');
    const other = await get('/number/1?utm_source=mail', { cookie: 'visitor=someone', host: 'evil.example' });
    expect(await other.text()).toBe(plain);
    expect(other.headers.get('set-cookie')).toBeNull();
    expect(await text('/number/1?utm_source=mail')).toBe(plain);
    expect(state.renders).toBe(1);
  });

  it('depends on the parameters that it names, whatever their order and encoding', async () => {
    expect(await text('/number/1?shown=a')).toContain('asked /number/1 a ');
    await text('/number/1?x=1&shown=%61');
    expect(state.renders).toBe(1);
    expect(trial.store.size.entries).toBe(1);
  });

  it('with parameters that are not stored is rendered each time', async () => {
    await text('/number/1?shown=free');
    await text('/number/1?shown=free');
    expect([state.renders, trial.store.size.entries]).toEqual([2, 0]);
  });

  it('that is missing or moved is not stored', async () => {
    expect((await get('/number/none')).status).toBe(404);
    const moved = await get('/number/old');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/number/1']);
    expect(trial.store.size.entries).toBe(0);
  });

  it('has a strong ETag for each coding, and gets 304 when it matches', async () => {
    const seen = new Map<string, string>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const reply = await get('/number/1', { 'accept-encoding': coding });
      expect(reply.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
      expect(await reply.text()).toContain('value 10');
      seen.set(coding, reply.headers.get('etag') ?? '');
    }
    expect(new Set(seen.values()).size).toBe(3);
    for (const [coding, etag] of seen) {
      const again = await get('/number/1', { 'accept-encoding': coding, 'if-none-match': etag });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    await change(1, 99);
    await untilShown('/number/1', 'value 99');
    const changed = await get('/number/1', { 'accept-encoding': 'br', 'if-none-match': seen.get('br') ?? '' });
    expect(changed.status).toBe(200);
  });

  it('has headers that make caches revalidate, and its cache tags', async () => {
    const { headers } = await get('/number/1');
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=0, must-revalidate');
    expect(headers.get('cache-tag')).toBe('number:1,settings:shop');
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('answers HEAD with the same headers and no body', async () => {
    await text('/number/1');
    const head = await fetch(`${trial.url}/number/1`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('can be other content than HTML, with its own headers', async () => {
    const reply = await get('/number/raw', { 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      ...{ 'content-type': 'application/json', 'content-encoding': 'gzip', 'access-control-allow-origin': '*' },
      ...{ 'cache-tag': 'raw,settings:shop', 'x-content-type-options': 'nosniff' },
    });
    expect(await reply.json()).toEqual({ manyWords });
    const again = await get('/number/raw', { 'if-none-match': reply.headers.get('etag') ?? '' });
    expect([again.status, trial.store.statistics.hits]).toEqual([304, 1]);
  });

  it('is rendered once for a hundred concurrent requests', async () => {
    const pages = await Promise.all(Array.from({ length: 100 }, () => text('/number/1')));
    expect(new Set(pages).size).toBe(1);
    expect(state.renders).toBe(1);
  });

  it('is compressed better after several requests, with the same content', async () => {
    const first = await get('/number/1', { 'accept-encoding': 'br' });
    const before = await first.text();
    for (let index = 0; index < 6; index += 1) await text('/number/1');
    await expect
      .poll(async () => (await get('/number/1', { 'accept-encoding': 'br' })).headers.get('etag'))
      .toMatch(/-b11"$/);
    const better = await get('/number/1', { 'accept-encoding': 'br' });
    expect(await better.text()).toBe(before);
    const known = await get('/number/1', { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' });
    expect(known.status).toBe(304);
  });
});
