import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fastify from 'fastify';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { registerBodies } from './bodies.ts';

const app = fastify({ trustProxy: true });
registerBodies(app, tmpdir(), { total: 300, perAddress: 200 });
app.post('/', async (request) => ({ body: request.body }));
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));

const sockets: ReturnType<typeof connect>[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  const countConnections = promisify(app.server.getConnections.bind(app.server));
  // What a connection has sent counts until the server has noticed its end.
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), { timeout: 30_000 });
});

/** Sends a part of a body and keeps the connection open. */
function sendPart(address: string, bytes: number): void {
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  const head = `POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 1000\r\n\r\n${' '.repeat(bytes)}`);
}

const send = async (address: string, bytes: number) => {
  const payload = `"${'x'.repeat(bytes - 2)}"`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return (await app.inject({ method: 'POST', url: '/', payload, headers })).statusCode;
};

it('incomplete bodies share a limit, which a disconnect frees again', async () => {
  sendPart('192.0.2.1', 150);
  sendPart('192.0.2.2', 150);
  await expect.poll(() => send('192.0.2.3', 10)).toBe(503);
  sockets[0]?.destroy();
  await expect.poll(() => send('192.0.2.3', 10)).toBe(200);
});

it('one address can not use up the limit of the others', async () => {
  sendPart('192.0.2.1', 190);
  await expect.poll(() => send('192.0.2.1', 20)).toBe(503);
  expect(await send('192.0.2.2', 100)).toBe(200);
});

it('a body that does not end is refused when its time is over', async () => {
  const impatient = fastify();
  registerBodies(impatient, tmpdir(), undefined, 100);
  impatient.post('/', async () => 'ok');
  const address = new URL(await impatient.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(address.port), '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{');
  await expect.poll(() => received).toContain('408');
  await impatient.close();
});

const temporary = mkdtempSync(join(tmpdir(), 'vitrine-bodies-'));
afterAll(() => rmSync(temporary, { recursive: true }));

it('a form with an empty file input makes nothing on the disk, one with a file does until the reply', async () => {
  const folder = join(temporary, 'incoming');
  const shop = fastify();
  registerBodies(shop, folder);
  const config = { multipart: true, files: () => ({ maxBytes: 1000, maxFiles: 2 }) };
  shop.post('/', { config }, async ({ body, files }) => ({
    body,
    files: files?.map(({ field, name, bytes }) => ({ field, name, bytes })),
    made: existsSync(folder) ? readdirSync(folder).length : null,
  }));
  const post = async (file: File) => {
    const form = new FormData();
    form.append('note', 'Hello');
    form.append('drawing', file);
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    return (await shop.inject({ method: 'POST', url: '/', headers, payload: await encoded.text() })).json();
  };
  const body = { note: 'Hello' };
  expect(await post(new File([], ''))).toEqual({ body, files: [], made: null });
  const drawing = { field: 'drawing', name: 'vase.txt', bytes: 5 };
  expect(await post(new File(['vase\n'], 'vase.txt'))).toEqual({ body, files: [drawing], made: 1 });
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  expect(await post(new File([], 'empty.txt'))).toEqual({
    body,
    files: [{ field: 'drawing', name: 'empty.txt', bytes: 0 }],
    made: 1,
  });
});
