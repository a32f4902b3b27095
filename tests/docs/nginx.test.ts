import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RouteOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { maxBodyBytes, maxFilesRequestTime } from '#platform/http/bodies/bodies.ts';
import { idleSeconds, maxHeaderBytes } from '#platform/http/server.ts';
import { useDatabase } from '#tests/support/database.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { root } from './markdown.ts';

const { database } = useDatabase();
const sample = readFileSync(resolve(root, 'docs/nginx.conf'), 'utf8');
const lines = sample.split('\n').filter((line) => !line.trimStart().startsWith('#'));
const routes: RouteOptions[] = [];

beforeAll(async () => {
  await testShop(database, { onRoute: (route) => routes.push(route) });
});

/** Values of a directive, in the order of the file. */
const read = (name: string): string[] =>
  lines.flatMap((line) => new RegExp(`^\\s*${name}\\s+(.*);$`).exec(line)?.[1]?.trim() ?? []);

const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, s: 1 };
const measure = (value = ''): number => {
  const [, digits, unit = ''] = /^(\d+)([kms])$/.exec(value) ?? [];
  return Number(digits) * (units[unit] ?? Number.NaN);
};

/** Bytes of the largest body of files that the shop takes. */
const findLargest = (isChosen: (path: string) => boolean): number =>
  Math.max(
    ...routes.flatMap(({ url, config }) => {
      const limits = isChosen(url) ? config?.files?.() : undefined;
      return limits ? [limits.maxBytes * limits.maxFiles + (limits.maxFieldBytes ?? maxBodyBytes)] : [];
    }),
  );

const wide = ['/admin', '/api/platform/'];
const isWide = (path: string) => wide.some((prefix) => path.startsWith(prefix));

describe('[E10] the sample for nginx', () => {
  it('passes the largest bodies that the shop takes, and not much larger ones', () => {
    const [most, ...ofOffice] = read('client_max_body_size').map(measure);
    const largest = { public: findLargest((path) => !isWide(path)), office: findLargest(isWide) };
    for (const [limit, needed] of [
      [most, largest.public] as const,
      ...ofOffice.map((each) => [each, largest.office] as const),
    ]) {
      expect(limit).toBeGreaterThanOrEqual(needed);
      expect(limit).toBeLessThan(needed * 1.1);
    }
    const locations = [...sample.matchAll(/location (\/\S*) \{\s+client_max_body_size/g)].map(([, path]) => path);
    expect(locations).toEqual(wide);
    expect(ofOffice).toHaveLength(wide.length);
  });

  it('goes on asking a shop whose database is away, and hands on its 503 with Retry-After', () => {
    for (const server of read('server')) expect(server).toMatch(/ max_fails=0$/);
    expect(read('proxy_intercept_errors')).toEqual(['off']);
    expect(read('error_page')).toEqual(['502 504 = @away']);
    expect(sample).toMatch(/location @away \{[^}]*Retry-After \d+ always;[^}]*return 503/s);
  });

  it('tells the real address of the shopper, which the shop takes from it alone', () => {
    const headers = read('proxy_set_header');
    expect(headers).toContain('X-Forwarded-For $remote_addr');
    expect(headers).toContain('X-Forwarded-Proto $scheme');
    expect(headers).toContain('Host $host');
    const trusted = /TRUST_PROXY=(\S+)/.exec(sample)?.[1];
    const parsed = readConfig({ DATA_DIR: makeTemporaryFolder(), TRUST_PROXY: trusted });
    expect([trusted, parsed.ok]).toEqual(['127.0.0.1', true]);
  });

  it('waits as long as the shop does, and closes idle connections first', () => {
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout'])
      expect(measure(read(name)[0]) * 1000, name).toBeGreaterThan(maxFilesRequestTime);
    expect(measure(read('keepalive_timeout')[0])).toBeLessThan(idleSeconds);
    expect(measure(read('large_client_header_buffers')[0]?.split(' ')[1])).toBe(maxHeaderBytes);
  });
});
