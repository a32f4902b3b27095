import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPolicyHeaders } from './security/policy-headers.ts';
import { registerStaticFiles } from './static-files.ts';

const headers = createPolicyHeaders({ publicUrl: 'https://shop.example' }, []);
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
];
const folder = mkdtempSync(join(tmpdir(), 'vitrine-files-'));
let http: FastifyInstance;

beforeAll(async () => {
  await mkdir(join(folder, 'assets'));
  for (const file of ['assets/a.js', 'assets/a.js.br', 'assets/b.css', 'assets/c.svg', 'icon.svg']) {
    await writeFile(join(folder, file), 'x');
  }
  http = Fastify();
  http.addHook('onRequest', async (_request, reply) => void reply.headers({ ...headers, 'x-request-id': '1' }));
  await registerStaticFiles(http, [folder]);
  return async () => {
    await http.close();
    await rm(folder, { recursive: true });
  };
});

describe('a built file', () => {
  it.each([
    ['/assets/a.js', ''],
    ['/assets/a.js', 'br'],
    ['/assets/b.css', ''],
  ])('%s, compressed by "%s", has no headers for documents', async (url, encoding) => {
    const reply = await http.inject({ url, headers: { 'accept-encoding': encoding } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
    });
    const needless = [...documentHeaders, 'x-request-id', 'last-modified', 'accept-ranges', 'etag'];
    expect(needless.filter((name) => name in reply.headers)).toEqual([]);
  });

  it('that a browser can open as a document keeps them', async () => {
    const { headers: kept } = await http.inject('/assets/c.svg');
    expect(documentHeaders.filter((name) => name in kept)).toEqual(documentHeaders);
    const { headers: renewed } = await http.inject('/icon.svg');
    expect(renewed['cache-control']).toBe('public, max-age=3600');
    expect(renewed.etag).toBeTruthy();
  });
});
