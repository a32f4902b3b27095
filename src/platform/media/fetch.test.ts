import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { createMedia, type MediaOptions } from './media.ts';
import { isPublicAddress } from './public-address.ts';

const store = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
const requests: string[] = [];
const loopback = ['127.0.0.1'];
let server: Server;
let origin = '';
let image: Buffer;

const replies: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/image.png': (response) => response.setHeader('content-type', 'text/plain').end(image),
  '/page': (response) => response.setHeader('content-type', 'image/png').end('<html>'),
  '/hop/1': (response) => response.writeHead(302, { location: '/image.png' }).end(),
  '/hop/2': (response) => response.writeHead(301, { location: '/hop/1' }).end(),
  '/hop/3': (response) => response.writeHead(307, { location: `${origin}/hop/2` }).end(),
  '/hop/4': (response) => response.writeHead(303, { location: '/hop/3' }).end(),
  '/away': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://169.254.169.254/secrets' }).end(),
  '/promises-much': (response) => response.writeHead(200, { 'content-length': 99_000_000 }).write('x'),
  '/sends-much': (response) => {
    const send = () => response.write(Buffer.alloc(64 * 1024), (error) => error || setImmediate(send));
    send();
  },
  '/silent': () => {},
  '/slow': (response) => response.write('x'),
  '/breaks': (response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half', () => response.destroy());
  },
};

const media = (options?: MediaOptions) => createMedia({ dataDir }, options);
const fetchHere = (path: string, more = {}) =>
  fetchBytes(`${origin}${path}`, { maxBytes: 200_000, allowPrivate: loopback, ...more });

beforeAll(async () => {
  image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const answer = replies[request.url ?? ''] ?? (() => response.writeHead(404).end());
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('an image from a URL', () => {
  it('is stored with its name, whatever content type its server sends', async () => {
    const stored = await media({ allowPrivate: loopback }).storeFromUrl(store.db, {
      url: `${origin}/image.png`,
      alt: 'Blue',
    });
    expect(stored).toMatchObject({ ok: true });
    const { rows } = await store.db.execute(sql`select mime, name, alt, width from platform.media`);
    expect(rows).toEqual([{ mime: 'image/png', name: 'image.png', alt: 'Blue', width: 30 }]);
  });

  it('is refused when it is no image', async () => {
    const stored = await media({ allowPrivate: loopback }).storeFromUrl(store.db, { url: `${origin}/page`, alt: '' });
    expect(stored).toEqual({ ok: false, code: 'NOT_AN_IMAGE' });
  });

  it('is not fetched from this machine', async () => {
    const stored = await media().storeFromUrl(store.db, { url: `${origin}/image.png`, alt: '' });
    expect(stored).toEqual({ ok: false, code: 'PRIVATE_ADDRESS' });
    expect(requests).toEqual([]);
  });
});

describe('fetching', () => {
  it('follows three redirects and no fourth', async () => {
    expect(await fetchHere('/hop/3')).toEqual({ ok: true, bytes: image });
    expect(await fetchHere('/hop/4')).toEqual({ ok: false, code: 'TOO_MANY_REDIRECTS' });
  });

  it('stops at too many bytes, announced or sent', async () => {
    expect(await fetchHere('/promises-much')).toEqual({ ok: false, code: 'TOO_LARGE' });
    expect(await fetchHere('/sends-much')).toEqual({ ok: false, code: 'TOO_LARGE' });
  });

  it.each(['/silent', '/slow'])('stops at the timeout: %s', async (path) => {
    expect(await fetchHere(path, { timeout: 150 })).toEqual({ ok: false, code: 'TIMEOUT' });
  });

  it('stops when DNS takes too long', async () => {
    const resolve = () => new Promise<never>(() => {});
    const answer = await fetchBytes('http://slow.test/', { maxBytes: 1, timeout: 50, resolve });
    expect(answer).toEqual({ ok: false, code: 'TIMEOUT' });
  });

  it('returns the reason of a failure', async () => {
    expect(await fetchHere('/none')).toEqual({ ok: false, code: 'NOT_FETCHED', reason: 'STATUS_404' });
    expect(await fetchHere('/breaks')).toMatchObject({ ok: false, code: 'NOT_FETCHED' });
    const resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const unknown = await fetchBytes('http://nowhere.test/', { maxBytes: 1, resolve });
    expect(unknown).toEqual({ ok: false, code: 'NOT_FETCHED', reason: 'ENOTFOUND' });
  });

  it.each([
    'ftp://example.org/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'http://u:p@example.org/',
    'nonsense',
  ])('refuses other protocols, credentials and invalid URLs: %s', async (address) => {
    const answer = await fetchBytes(address, { maxBytes: 1 });
    expect(answer).toEqual({ ok: false, code: 'NOT_FETCHED', reason: 'ADDRESS' });
  });

  it('refuses a redirect to another protocol', async () => {
    expect(await fetchHere('/away')).toEqual({ ok: false, code: 'NOT_FETCHED', reason: 'ADDRESS' });
  });
});

describe('private addresses', () => {
  const resolveTo = (...addresses: string[]) => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    return { resolve, lookups: () => lookups };
  };

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
  ])('are refused in a URL: %s', async (address) => {
    expect(await fetchBytes(address, { maxBytes: 1 })).toEqual({ ok: false, code: 'PRIVATE_ADDRESS' });
  });

  it('are refused behind a name, also when only one of its addresses is private', async () => {
    for (const { resolve } of [resolveTo('127.0.0.1'), resolveTo('93.184.215.14', '192.168.1.1'), resolveTo('::1')]) {
      const answer = await fetchBytes('http://picture.test/', { maxBytes: 1, resolve });
      expect(answer).toEqual({ ok: false, code: 'PRIVATE_ADDRESS' });
    }
  });

  it('are refused behind a redirect', async () => {
    expect(await fetchHere('/inside')).toEqual({ ok: false, code: 'PRIVATE_ADDRESS' });
    expect(requests).toEqual(['/inside']);
  });

  it('are not reached by DNS rebinding: the connection uses the checked address', async () => {
    const { resolve, lookups } = resolveTo('127.0.0.1');
    const port = new URL(origin).port;
    const answer = await fetchBytes(`http://picture.test:${port}/image.png`, {
      maxBytes: 1e6,
      allowPrivate: loopback,
      resolve,
    });
    expect(answer).toEqual({ ok: true, bytes: image });
    expect(lookups()).toBe(1);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    'nonsense',
    '',
  ])('include %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('do not include %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
