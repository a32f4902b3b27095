import { mkdir, rename, unlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '#app/app.ts';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { addTestMember } from '#tests/support/account-session.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { hashPassword } from '#tests/support/fast-passwords.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { refreshFeed } from './feed/refresh-feed.ts';
import { checkFeedToken, renewToken } from './feed/renew-token.ts';
import { graphProvider } from './providers/graph-provider.ts';
import { photoFeedSettings } from './settings.ts';

const database = useDatabase();
let app: App;
let editor: Shopper;
/** Staff whose role needs a second factor, which they did not give. */
let halfSignedIn: Shopper;
/** Of the staff, but may not edit pages. */
let packer: Shopper;

/** Stands in for the photo service. */
const service = {
  server: null as Server | null,
  origin: '',
  status: 200,
  posts: [] as object[],
  pictures: new Map<string, Buffer>(),
  requests: [] as string[],
  /** Answer to a renewal of the token. */
  renewal: null as object | null,
};

const paint = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();

beforeAll(async () => {
  app = await testShop(database);
  editor = (await addTestMember(app, 'manager', await hashPassword('three grey herons'))).device;
  halfSignedIn = (await addTestMember(app, 'owner', await hashPassword('three grey herons'))).device;
  await database.pool.query(`update staff_roles set needs_second_factor = true where name = 'owner'`);
  packer = (await addTestMember(app, 'clerk', await hashPassword('three grey herons'))).device;
  const server = createServer((request, reply) => {
    service.requests.push(request.url ?? '');
    const picture = service.pictures.get(request.url ?? '');
    if (picture) return reply.setHeader('content-type', 'image/jpeg').end(picture);
    if (service.renewal && request.url?.startsWith('/refresh_access_token?'))
      return reply.setHeader('content-type', 'application/json').end(JSON.stringify(service.renewal));
    reply.statusCode = service.status;
    return reply.setHeader('content-type', 'application/json').end(JSON.stringify({ data: service.posts }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.server = server;
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  service.server?.close();
});
beforeEach(() => {
  Object.assign(service, { status: 200, requests: [] });
});

const load = async (data: unknown, device: Shopper = newShopper(app)) => {
  const { platformAjaxEndpoint, themePrefix } = app.shop.wire;
  const query = new URLSearchParams({ action: `${themePrefix}_load_instagram` });
  if (data !== undefined) query.set('data', typeof data === 'string' ? data : JSON.stringify(data));
  const { body } = await device.visit(`${platformAjaxEndpoint}?${query}`);
  return { body: JSON.parse(body) };
};
const config = { count: 6, columns: 3 };
const countPictures = async () =>
  Number((await database.pool.query('select count(*) from platform.media')).rows[0].count);

describe('the photo feed of a folder', () => {
  it('[2.1/18] [7.2/7] [7.2/8] [7.2/9] [3.3/2] [3.3/3] has the pictures of the folder, newest first, made anew', async () => {
    const folder = join(app.shop.config.dataDir, 'photo-feed');
    await mkdir(folder, { recursive: true });
    for (const [index, name] of ['old-kiln.jpg', 'new_"bowl".png', 'notes.txt'].entries()) {
      await writeFile(join(folder, name), index === 2 ? 'x' : await paint(index === 0 ? '#aa3311' : '#113355'));
      await utimes(join(folder, name), 1_700_000_000 + index, 1_700_000_000 + index);
    }
    await refreshFeed(app.shop);
    const { body } = await load(config);
    expect([body.success, typeof body.data]).toEqual([true, 'string']);
    expect([...body.data.matchAll(/ alt="([^"]*)"/g)].map(([, alt]) => alt)).toEqual([
      'new &quot;bowl&quot;',
      'old kiln',
    ]);
    expect(body.data).toContain('photo-feed--3');
    for (const [, address] of body.data.matchAll(/ src="([^"]*)"/g)) expect(address).toMatch(/^\/media\//);
    expect((await load({ count: 1, columns: 2 })).body.data.match(/<li>/g)).toHaveLength(1);
  });

  it('[8.2/1] keeps its pictures when the folder can’t be read', async () => {
    const folder = join(app.shop.config.dataDir, 'photo-feed');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'no folder');
    await refreshFeed(app.shop);
    expect((await load(config)).body.success).toBe(true);
    expect((await load(config, editor)).body.data).toContain('Instagram error: the folder');
    await unlink(folder);
    await rename(`${folder}-away`, folder);
    await refreshFeed(app.shop);
    expect((await load(config, editor)).body.data).not.toContain('Instagram error');
  });

  it('[2.1/18] is a placeholder in the page, whose config its script sends', async () => {
    await addBlocks(app.shop, 'feed', [{ id: 'f', type: 'photo-feed', values: { title: 'See', ...config } }]);
    const { body } = await newShopper(app).visit('/pages/feed');
    expect(body).toContain('data-feed="{&quot;count&quot;:6,&quot;columns&quot;:3}"');
    expect(body.match(/photo-feed__empty/g)).toHaveLength(6);
    expect(body).not.toContain('old kiln');
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['another type', 'null'],
    ['too many', { count: 10_000, columns: 3 }],
    ['more than it has', { ...config, token: 'x' }],
  ])('[8.2/1] [6/8] refuses a config with %s, and tells why only to who has the admin bar', async (_, data) => {
    expect((await load(data)).body).toEqual({ success: false, data: { code: 'invalid_data', message: '' } });
    expect((await load(data, halfSignedIn)).body.data.message).toBe('');
    expect((await load(data, editor)).body).toEqual({
      success: false,
      data: { code: 'invalid_data', message: 'Invalid data' },
    });
  });
});

describe('the photo feed of a service', () => {
  const change = (values: Record<string, unknown>) =>
    changeSettings(
      app.shop,
      Object.entries(values).map(([key, value]) => ({ key: `photo-feed.${key}`, value, version: null })),
      { name: 'Ada', staffId: null },
    );

  beforeAll(async () => {
    await change({ provider: 'graph', apiUrl: service.origin });
  });

  it('[8.2/1] [6/8] that could not be read says so to who has the admin bar alone', async () => {
    await refreshFeed(app.shop);
    expect((await load(config)).body).toEqual({ success: false, data: { code: 'feed_failed', message: '' } });
    for (const device of [editor, packer])
      expect((await load(config, device)).body.data.message).toBe('Instagram error: the access token is missing');
    await change({ token: 'secret-token-1' });
    service.status = 400;
    await refreshFeed(app.shop);
    const { message } = (await load(config, editor)).body.data;
    expect(message).toBe('Instagram error: the service answered with status 400');
  });

  it('[7.2/9] shows the pictures of posts by the shop itself, and links to their pages', async () => {
    const address = `${service.origin}/one.jpg`;
    service.pictures.set('/one.jpg', await paint('#22aa44'));
    service.pictures.set('/still.jpg', await paint('#4422aa'));
    service.posts = [
      {
        id: '1',
        caption: 'Glaze <b>day</b>',
        media_type: 'IMAGE',
        media_url: address,
        permalink: 'https://photos.example/p/1',
      },
      {
        id: '2',
        media_type: 'VIDEO',
        media_url: 'x',
        thumbnail_url: `${service.origin}/still.jpg`,
        permalink: 'javascript:alert(1)',
      },
      { id: '3', media_url: `${service.origin}/missing.jpg` },
      { nothing: true },
    ];
    await refreshFeed(app.shop);
    const { body } = await load(config);
    expect(body.success).toBe(true);
    expect(body.data.match(/<li>/g)).toHaveLength(2);
    expect(body.data).toContain('href="https://photos.example/p/1"');
    expect(body.data).toContain('Glaze &lt;b&gt;day&lt;/b&gt;');
    expect(body.data).not.toMatch(/javascript:|127\.0\.0\.1|secret-token/);
    const calls = service.requests.length;
    await load(config);
    expect(service.requests).toHaveLength(calls);
  });

  it.each([
    ['an address that only browsers read', { id: '4', permalink: ' HTTPS://photos.example/p/4' }],
    ['an id that the database refuses', { id: 'a\u0000b' }],
    ['half of a character at the end of what is kept', { id: '5', caption: `${'x'.repeat(2199)}😀` }],
    ['a caption with the character 0', { id: '6', caption: 'a\u0000b' }],
  ])('takes the other posts beside one with %s', async (_, values) => {
    const posts = service.posts;
    service.posts = [...posts, { media_url: `${service.origin}/one.jpg`, ...values }];
    await refreshFeed(app.shop);
    const { body } = await load(config);
    expect(body.data).toContain('href="https://photos.example/p/1"');
    expect(body.data).not.toContain('HTTPS:');
    service.posts = posts;
    await refreshFeed(app.shop);
    expect((await load(config)).body.data.match(/<li>/g)).toHaveLength(2);
  });

  it('sends its token to no address without encryption in a live shop', async () => {
    service.requests = [];
    const live: Shop = { ...app.shop, config: { ...app.shop.config, mode: 'live' } };
    expect(await graphProvider.list(live, 1)).toEqual({
      ok: false,
      message: 'the address of the service must begin with https',
    });
    expect(service.requests).toEqual([]);
  });

  it('fetches a picture once, and lets go of those that are not in the feed any more', async () => {
    const before = await countPictures();
    await refreshFeed(app.shop);
    expect(service.requests.filter((url) => url.startsWith('/one.jpg'))).toEqual([]);
    service.posts = service.posts.slice(0, 1);
    await Promise.all([refreshFeed(app.shop), refreshFeed(app.shop)]);
    expect((await load(config)).body.data.match(/<li>/g)).toHaveLength(1);
    expect(await countPictures()).toBe(before - 1);
  });

  it('[8.2/1] [6/8] keeps its photographs after a failure, of which only who has the admin bar is told', async () => {
    service.status = 500;
    await refreshFeed(app.shop);
    expect((await load(config)).body.data).not.toContain('Instagram error');
    const { body } = await load(config, editor);
    expect(body.success).toBe(true);
    expect(body.data).toContain('Instagram error: the service answered with status 500');
  });

  it('has its token encrypted, and in no log', async () => {
    const { rows } = await database.pool.query(
      "select value::text from platform.settings where key = 'photo-feed.token'",
    );
    expect(rows[0].value).not.toContain('secret-token-1');
    const { rows: reads } = await database.pool.query('select failure from photo_feed_reads');
    expect(JSON.stringify(reads)).not.toContain('secret-token-1');
  });

  describe('whose token ends after sixty days', () => {
    const dayMs = 24 * 60 * 60 * 1000;
    let now = new Date();
    const pass = (days: number) => {
      now = new Date(now.getTime() + days * dayMs);
      service.requests = [];
      return renewToken({ ...app.shop, clock: { ...app.shop.clock, now: () => now } });
    };
    const check = () =>
      checkFeedToken({ ...app.shop, clock: { ...app.shop.clock, now: () => now } }, { isForOperator: false });
    const readToken = () => app.shop.settings(photoFeedSettings).token?.reveal();

    it('has it renewed a day after it was entered, and in the middle of its time', async () => {
      await change({ token: 'first-token' });
      service.renewal = { access_token: 'second-token', token_type: 'bearer', expires_in: 60 * 24 * 60 * 60 };
      await pass(0);
      expect(service.requests).toEqual([]);
      expect(await check()).toMatchObject([{ state: 'ok' }]);
      await pass(2);
      expect(service.requests).toEqual(['/refresh_access_token?grant_type=ig_refresh_token&access_token=first-token']);
      expect(readToken()).toBe('second-token');
      await pass(29);
      expect(service.requests).toEqual([]);
      service.renewal = { access_token: 'third-token', expires_in: 60 * 24 * 60 * 60 };
      await pass(2);
      expect([service.requests.length, readToken()]).toEqual([1, 'third-token']);
      const day = new Date(now.getTime() + 60 * dayMs).toISOString().slice(0, 10);
      expect(await check()).toMatchObject([{ state: 'ok', text: expect.stringContaining(day) }]);
      const { rows } = await database.pool.query(
        `select s.value::text || coalesce((select string_agg(c::text, ' ') from platform.setting_changes c), '') || t::text as all
        from platform.settings s, photo_feed_token t where s.key = 'photo-feed.token'`,
      );
      expect(rows[0].all).not.toMatch(/(?:first|second|third)-token/);
    });

    it('tells the owner when that fails, and when the token has ended, and tries again', async () => {
      service.renewal = null;
      service.status = 400;
      await pass(31);
      expect(await check()).toMatchObject([
        {
          state: 'warning',
          text: expect.stringMatching(/could not be renewed \(the service answered with status 400\)/),
        },
      ]);
      await pass(0.1);
      expect(service.requests).toEqual([]);
      await pass(30);
      expect(service.requests).toHaveLength(1);
      expect(await check()).toMatchObject([{ state: 'warning', text: expect.stringContaining('ended on') }]);
      for (const answer of [{}, { access_token: 'bad token', expires_in: 1 }, { access_token: 'x', expires_in: 'y' }]) {
        service.renewal = answer;
        await pass(1);
        expect(readToken()).toBe('third-token');
      }
      service.renewal = { access_token: 'third-token', expires_in: 60 * 24 * 60 * 60 };
      await pass(1);
      expect(await check()).toMatchObject([{ state: 'ok' }]);
    });

    it('keeps one that the owner enters while the former one is renewed', async () => {
      const { renewToken: ask } = graphProvider;
      vi.spyOn(graphProvider, 'renewToken').mockImplementationOnce(async (shop, token) => {
        await change({ token: 'token-of-the-owner' });
        return (await ask?.(shop, token)) ?? { ok: false, message: '' };
      });
      service.renewal = { access_token: 'late-token', expires_in: 60 * 24 * 60 * 60 };
      await pass(31);
      expect(readToken()).toBe('token-of-the-owner');
    });
  });
});
