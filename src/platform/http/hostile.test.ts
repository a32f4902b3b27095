import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Feature } from '#platform/features/feature.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type SmallShop, smallShop } from '#tests/support/small-shop.ts';
import { createAdmission } from './admission/admission.ts';

const database = useDatabase();

const feature = {
  pages: [
    {
      name: 'page',
      path: '/page',
      query: ['sort'],
      load: async () => ({ kind: 'page', title: 'Page', body: 'a page', tags: [] }) as const,
    },
    {
      name: 'large',
      path: '/large',
      stored: () => false,
      load: async () => ({ kind: 'raw', type: 'text/plain', body: 'x'.repeat(12_000_000), tags: [] }) as const,
    },
  ],
  routes: (app) => {
    app.get('/large-call', async () => ({ large: 'x'.repeat(12_000_000) }));
    app.post('/form', async (request) => ({ body: request.body }));
    app.post('/parts', { config: { multipart: true } }, async (request) => ({ body: request.body }));
  },
} satisfies Omit<Feature, 'name' | 'needs'>;

/** Lines of the log at level `warn` and above. */
const logged: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
let shop: SmallShop;

beforeAll(async () => {
  shop = await smallShop(database, { feature, log, admission: createAdmission(database.pool) });
});

afterEach(() => {
  expect(logged.splice(0)).toEqual([]);
});

interface Exchange {
  readonly received: () => string;
  readonly send: (text: string) => void;
  readonly closed: Promise<unknown>;
  readonly destroy: () => void;
}

/** Opens a connection that can send anything. */
async function openConnection(): Promise<Exchange> {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    received: () => text,
    send: (part) => void (socket.writable && socket.write(part)),
    closed: once(socket, 'close'),
    destroy: () => socket.destroy(),
  };
}

const readStatus = ({ received }: Exchange) => Number(/^HTTP\/1\.1 (\d{3})/.exec(received())?.[1] ?? 0);
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipartHead = (path: string, length?: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\n${
    length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  }\r\n\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('a hostile request', () => {
  it.each(['/page', '/ajax', '/healthz', '/compat.js'])(
    'with 501 query parameters at %s is refused, and the process continues',
    async (path) => {
      const query = Array.from({ length: 501 }, (_, at) => at).join('&');
      const reply = await fetch(`${shop.url}${path}?${query}`);
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([413, 'too_many_fields']);
      expect((await fetch(`${shop.url}/page`)).status).toBe(200);
    },
  );

  it('that streams more than 256 kB of multipart fields is refused early and disconnected', async () => {
    const sender = await openConnection();
    sender.send(multipartHead('/parts'));
    let sent = 0;
    for (; sent < 490 && readStatus(sender) === 0; sent += 1) {
      sender.send(chunk(part(`field${sent}`, 'x'.repeat(64 * 1024 - 100))));
      await sleep(2);
    }
    await sender.closed;
    expect(readStatus(sender)).toBe(413);
    expect(sender.received()).toContain('body_too_large');
    expect(sender.received()).toMatch(/connection: close/i);
    expect(sent).toBeLessThan(100);
  });

  it('that announces a body of more than 256 kB is refused before it is sent', async () => {
    const sender = await openConnection();
    sender.send(multipartHead('/parts', 50_000_000));
    await sender.closed;
    expect(readStatus(sender)).toBe(413);
  });

  it.each([
    ['no end', `${part('a', '1')}`],
    ['no boundary at all', 'nothing'],
    ['headers without end', `--b\r\n${'A: b\r\n'.repeat(20_000)}`],
    ['a part that breaks off', '--b\r\nContent-Disposition: form-data; name="a"'],
  ])('with multipart that has %s gets 400 and is not logged', async (_, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const reply = await shop.http.inject({ method: 'POST', url: '/parts', payload: body, headers });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'malformed_body']);
  });

  it('with more than 500 multipart fields, or a file, is refused', async () => {
    const { http } = shop;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const many = Array.from({ length: 501 }, (_, at) => part(`f${at}`, '')).join('');
    const tooMany = await http.inject({ method: 'POST', url: '/parts', payload: `${many}--b--\r\n`, headers });
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([413, 'too_many_fields']);
    const file = `--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n`;
    const withFile = await http.inject({ method: 'POST', url: '/parts', payload: file, headers });
    expect([withFile.statusCode, withFile.json().code]).toEqual([415, 'file_not_accepted']);
    const unfilled = `${part('a', '1')}--b\r\nContent-Disposition: form-data; name="f"; filename=""\r\n\r\n\r\n--b--\r\n`;
    const withoutFile = await http.inject({ method: 'POST', url: '/parts', payload: unfilled, headers });
    expect(withoutFile.json()).toEqual({ body: { a: '1' } });
  });

  it('with multipart at a route that does not accept it gets 415 without being parsed', async () => {
    const { http } = shop;
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const reply = await http.inject({ method: 'POST', url: '/form', payload: `${part('a', '1')}--b--\r\n`, headers });
    expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    ['half an object', 'application/json', 400, 'malformed_body', '{"a":'],
    ['a prototype', 'application/json', 400, 'malformed_body', '{"__proto__":{"x":1}}'],
    ['200,000 nested arrays', 'application/json', 400, 'malformed_body', '['.repeat(200_000)],
    ['nothing', 'application/json', 400, 'malformed_body', ''],
    ['XML', 'application/xml', 415, 'unsupported_media_type', '<a/>'],
  ])('with %s as %s is refused with %i %s', async (_, type, status, code, payload) => {
    const reply = await shop.http.inject({ method: 'POST', url: '/form', payload, headers: { 'content-type': type } });
    expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
  });

  it('whose body never ends times out', async () => {
    const { server } = shop.http;
    const [headersTimeout, requestTimeout] = [server.headersTimeout, server.requestTimeout];
    Object.assign(server, { headersTimeout: 200, requestTimeout: 200 });
    const sender = await openConnection();
    sender.send(multipartHead('/parts', 1000));
    await sender.closed;
    Object.assign(server, { headersTimeout, requestTimeout });
    expect(readStatus(sender)).toBe(408);
  });

  it('that its client aborts is not an error', async () => {
    for (const head of [multipartHead('/parts', 1000), multipartHead('/parts'), multipartHead('/form', 10)]) {
      const sender = await openConnection();
      sender.send(head);
      await sleep(30);
      sender.destroy();
    }
    await sleep(100);
    expect((await fetch(`${shop.url}/page`)).status).toBe(200);
  });

  it.each([
    ['two Host headers', 'GET /page HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n'],
    ['HTTP/0.9', 'GET /page\r\n\r\n'],
    ['HTTP/2.0 as text', 'GET /page HTTP/2.0\r\nHost: localhost\r\n\r\n'],
    ['no Host header', 'GET /page HTTP/1.1\r\n\r\n'],
    ['two lengths', 'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12'],
    ['no HTTP at all', '\u0016\u0003\u0001 hello\r\n\r\n'],
  ])('with %s gets 400', async (_, text) => {
    expect((await fetch(`${shop.url}/page`)).status).toBe(200);
    const sender = await openConnection();
    sender.send(text);
    await sender.closed;
    expect(readStatus(sender)).toBe(400);
  });

  it.each(['evil.example', '127.evil.example', '10.0.0.1:3000', 'localhost.evil.example', '127.0.0.1@evil.example'])(
    'with the foreign host %s is refused by a demo shop',
    async (host) => {
      const client = await openConnection();
      client.send(`GET /page HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      await client.closed;
      expect(readStatus(client)).toBe(421);
      expect(client.received()).toContain('foreign_host');
    },
  );

  it.each(['localhost', 'localhost:4000', '127.0.0.1:80', '127.8.9.1', '[::1]:3000'])(
    'with the loopback host %s is answered by a demo shop',
    async (host) => {
      const client = await openConnection();
      client.send(`GET /page HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      await client.closed;
      expect(readStatus(client)).toBe(200);
    },
  );
});

describe('a slow client', () => {
  it('that sends slowly does not block others', async () => {
    const senders = await Promise.all(Array.from({ length: 60 }, () => openConnection()));
    for (const sender of senders) sender.send(`${multipartHead('/parts', 1000)}--b`);
    await sleep(50);
    const start = performance.now();
    const reply = await fetch(`${shop.url}/form`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(await reply.json()).toEqual({ body: { a: '1' } });
    // Blocked requests would wait until the slow ones are cut off.
    expect(performance.now() - start).toBeLessThan(8_000);
    for (const sender of senders) sender.destroy();
  });

  it.each(['/large', '/large-call'])('that reads %s slowly does not block others', async (path) => {
    const readers = Array.from({ length: 30 }, () => {
      const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return socket;
    });
    await sleep(200);
    const start = performance.now();
    expect((await fetch(`${shop.url}/page?sort=${path.length}`)).status).toBe(200);
    expect((await fetch(`${shop.url}/form`, { method: 'POST', body: new URLSearchParams() })).status).toBe(200);
    expect(performance.now() - start).toBeLessThan(8_000);
    for (const socket of readers) socket.destroy();
  });
});
