import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { listen } from '#platform/database/notify.ts';
import type { Clock } from '#platform/features/shop.ts';
import type { Log } from '#platform/http/log.ts';
import { type CacheStatistics, createPageCache, type Started, type Stored } from './cache.ts';
import { brotli, type Coding, encode, hashOf } from './encode.ts';
import type { PageView } from './page.ts';

/** A page in all its codings, with the headers of each made once. */
export interface Entry extends Stored {
  readonly status: number;
  readonly hash: string;
  readonly tagHeader: string;
  readonly bodies: Readonly<
    Record<Coding, { readonly body: Buffer; readonly etag: string; readonly headers: Readonly<Record<string, string>> }>
  >;
  /** Counts up; at the fifth a better compression is made. */
  asked: number;
}

export interface Pages {
  /** Inside the transaction that writes: whatever was made from these tags is made again once it commits. */
  invalidate(tx: Db, tags: readonly string[]): Promise<void>;
  readonly statistics: CacheStatistics;
  readonly size: { readonly entries: number; readonly bytes: number };
}

export interface PageStore extends Pages {
  /** The stored page for a request's address as the browser wrote it. */
  find(url: string): { key: string; entry: Entry } | undefined;
  /** Gives the stored page, or renders it: once per key at a time. */
  serve(url: string, key: string, stored: boolean, render: () => Promise<Rendered>): Promise<Outcome>;
  improve(key: string, entry: Entry): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Redirect {
  readonly to: string;
  readonly status: number;
}

export type Outcome = { entry: Entry } | { redirect: Redirect } | { missing: true };

export type Rendered = { html: string; view: PageView } | { redirect: Redirect } | { missing: true };

const channel = 'vitrine_tags';
/** `pg_notify` takes less than 8,000 bytes. */
const tagsPerMessage = 100;
const longestLife = 24 * 60 * 60 * 1000;
const askedOften = 5;

interface Dependencies {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly headers: Readonly<Record<string, string>>;
}

export function createPages({ database, config, clock, log, headers }: Dependencies): PageStore {
  const cache = createPageCache<Entry, Outcome>(config.pageCacheBytes);
  /** Other spellings of an address (unknown parameters, another order) and the key they stand for. */
  const spellings = new LRUCache<string, string>({
    max: 10_000,
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (key, url) => key.length + url.length,
  });
  let listener: { close(): Promise<void> } | null = null;

  const make = async ({ html, view }: { html: string; view: PageView }): Promise<Entry> =>
    makeEntry(await encode(Buffer.from(html)), view, headers, clock.now().getTime());

  return {
    statistics: cache.statistics,
    get size() {
      return cache.size;
    },
    async invalidate(tx, tags) {
      const unique = [...new Set(tags)];
      for (let at = 0; at < unique.length; at += tagsPerMessage) {
        await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(unique.slice(at, at + tagsPerMessage))})`);
      }
    },
    find(url) {
      const now = clock.now().getTime();
      const direct = cache.get(url, now);
      if (direct) return { key: url, entry: direct };
      const key = spellings.get(url);
      const entry = key === undefined ? undefined : cache.get(key, now);
      return key !== undefined && entry ? { key, entry } : undefined;
    },
    async serve(url, key, stored, render) {
      const found = stored ? cache.get(key, clock.now().getTime()) : undefined;
      if (found) cache.statistics.hits += 1;
      else cache.statistics.misses += 1;
      const produce = async (started: Started | null): Promise<Outcome> => {
        const rendered = await render();
        if (!('html' in rendered)) return rendered;
        const entry = await make(rendered);
        if (started && entry.status === 200) cache.put(key, entry, started);
        return { entry };
      };
      const outcome = found ? { entry: found } : await (stored ? cache.once(key, produce) : produce(null));
      if ('entry' in outcome && stored && url !== key) spellings.set(url, key);
      return outcome;
    },
    improve(key, entry) {
      entry.asked += 1;
      if (entry.asked !== askedOften || !entry.bodies.br.headers['content-encoding']) return;
      brotli(entry.bodies.identity.body, 11).then(
        (body) => cache.replace(key, entry, withBetterBrotli(entry, body)),
        (error) => log.warn({ err: error }, 'a page could not be compressed further'),
      );
    },
    async start() {
      listener = await listen(database, channel, (payload) => cache.move(readTags(payload)), {
        onLost: () => cache.stop(),
        onBack: () => cache.resume(),
      });
      cache.resume();
    },
    async stop() {
      cache.stop();
      await listener?.close();
    },
  };
}

function readTags(payload: string): string[] {
  const tags: unknown = JSON.parse(payload);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

function makeEntry(
  { identity, gzip, brotli: br }: Awaited<ReturnType<typeof encode>>,
  view: PageView,
  shared: Readonly<Record<string, string>>,
  now: number,
): Entry {
  const hash = hashOf(identity);
  const tags = [...new Set(view.tags)];
  const tagHeader = tags.join(',');
  const coded = (body: Buffer | null, coding: Coding, suffix: string) =>
    body === null
      ? variant(identity, hash, 'identity', '', tagHeader, shared)
      : variant(body, hash, coding, suffix, tagHeader, shared);
  return {
    status: view.status ?? 200,
    hash,
    tags,
    tagHeader,
    until: Math.min(view.until?.getTime() ?? Number.POSITIVE_INFINITY, now + longestLife),
    bytes: identity.byteLength + (gzip?.byteLength ?? 0) + (br?.byteLength ?? 0) + 1024,
    bodies: { identity: coded(identity, 'identity', ''), gzip: coded(gzip, 'gzip', '-g'), br: coded(br, 'br', '-b') },
    asked: 0,
  };
}

function variant(
  body: Buffer,
  hash: string,
  coding: Coding,
  suffix: string,
  tagHeader: string,
  shared: Readonly<Record<string, string>>,
) {
  const etag = `"${hash}${suffix}"`;
  const headers = {
    ...shared,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=0, must-revalidate',
    vary: 'Accept-Encoding',
    etag,
    'content-length': String(body.byteLength),
    ...(tagHeader === '' ? {} : { 'cache-tag': tagHeader }),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  };
  return { body, etag, headers };
}

function withBetterBrotli(entry: Entry, body: Buffer): Entry {
  const old = entry.bodies.br;
  if (body.byteLength >= old.body.byteLength) return entry;
  const etag = `"${entry.hash}-b11"`;
  const headers = { ...old.headers, etag, 'content-length': String(body.byteLength) };
  return {
    ...entry,
    bytes: entry.bytes - old.body.byteLength + body.byteLength,
    bodies: { ...entry.bodies, br: { body, etag, headers } },
  };
}
