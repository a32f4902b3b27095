import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Config } from '#platform/config/config.ts';
import { getReadScope, runInNewReadScope } from '#platform/config/read-scope.ts';
import type { Database, Db } from '#platform/database/database.ts';
import { listen } from '#platform/database/notify.ts';
import type { Clock } from '#platform/features/shop.ts';
import type { Log } from '#platform/http/log.ts';
import { policyHeader } from '#platform/http/security/policy-headers.ts';
import { createSettingsTag, isSettingsTag, type SettingStore } from '#platform/settings/setting-store.ts';
import { type CacheStatistics, createPageCache, type RenderStart } from './cache.ts';
import { createCacheEntry, createVariant, type Entry, getVariant, type Variant } from './cache-entry.ts';
import { brotli, type Coding } from './content-coding.ts';
import type { PageView, RawView } from './page.ts';
import { createRemembered, type Dependent, type Remembered } from './remembered.ts';

export interface Pages {
  /** Drops the pages with these tags when `tx` commits. Call it in the transaction that writes. */
  invalidate(tx: Db, tags: readonly string[]): Promise<void>;
  /**
   * Returns a value that pages share. It is cached in this process until one of its tags is invalidated. Pages that
   * read the value get its tags.
   */
  readonly remember: Remembered['get'];
  /**
   * Works as `remember` for a value whose tags are known only after it is loaded. Pages that read the value expire
   * with it.
   */
  rememberDependent<Value>(key: string, load: () => Promise<Dependent<Value>>): Promise<Value>;
  /** Drops pages of this process at once, after a commit whose notification may arrive later. */
  invalidateHere(tags: readonly string[]): void;
  /**
   * Resolves once this process has dropped the pages of all transactions that committed before the
   * call, and has loaded the settings that they changed.
   */
  awaitInvalidations(): Promise<void>;
  readonly statistics: CacheStatistics;
  readonly size: { readonly entries: number; readonly bytes: number };
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly pages: Pages;
  }
}

export interface PageStore extends Pages {
  find(url: string): { key: string; entry: Entry } | undefined;
  /** Returns the stored page or renders it, with one render per key at a time. */
  serve(url: string, key: string, isStored: boolean, render: () => Promise<RenderResult>): Promise<ServeResult>;
  /** Returns an entry's body in a content coding, which is compressed at its first request. */
  variant(key: string, entry: Entry, coding: Coding): Variant | Promise<Variant>;
  /** Counts a request. A page in demand is compressed again with the best compression. */
  countRequest(key: string, entry: Entry): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Redirect {
  readonly to: string;
  readonly status: number;
}

export type ServeResult = { entry: Entry; key: string } | { redirect: Redirect } | { missing: true };

export type RenderResult =
  /** `policy` is null when the page has the policy of every reply. */
  | { html: string; view: PageView; policy: string | null }
  | { raw: RawView }
  | { redirect: Redirect }
  | { missing: true };

const channel = 'vitrine_tags';
/** Limited because `pg_notify` accepts less than 8,000 bytes. */
const tagsPerMessage = 100;
const firstPause = 100;
const longestPause = 10_000;
/** Maximum milliseconds for which stored pages are shown while the database is unreachable. */
const longestStale = 15 * 60_000;
const requestsBeforeImproving = 5;
/** Bytes. Compressing a larger body better takes seconds of a processor. */
const maxImprovedBytes = 512 * 1024;

async function notifyTags(tx: Db, tags: readonly string[]): Promise<void> {
  const unique = [...new Set(tags)];
  for (let start = 0; start < unique.length; start += tagsPerMessage) {
    await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(unique.slice(start, start + tagsPerMessage))})`);
  }
}

interface Dependencies {
  readonly database: Database;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly headers: Readonly<Record<string, string>>;
  readonly settings: Pick<SettingStore, 'reload'>;
}

export function createPages({ database, config, clock, log, headers, settings }: Dependencies): PageStore {
  const cache = createPageCache<Entry, ServeResult>(config.pageCacheBytes);
  const remembered = createRemembered();
  /** Cache keys of URLs that differ from their key by unknown parameters or another order. */
  const keysByUrl = new LRUCache<string, string>({
    max: 10_000,
    maxSize: 4 * 1024 * 1024,
    sizeCalculation: (key, url) => key.length + url.length,
  });
  let listener: { close(): Promise<void> } | null = null;
  const stopKeeping = () => {
    for (const kept of [remembered, cache]) kept.stop();
  };
  const resumeKeeping = () => {
    for (const kept of [remembered, cache]) kept.resume();
  };
  const invalidateHere = (tags: readonly string[]) => {
    for (const kept of [remembered, cache]) kept.invalidate(tags);
  };
  let isListening = false;
  const closing = new AbortController();

  /** Stores pages again once the settings are loaded, and only while invalidations are received. */
  const resumeWithSettings = async () => {
    for (let pause = firstPause; !closing.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        await settings.reload();
        if (isListening) resumeKeeping();
        return;
      } catch (err) {
        log.warn({ err }, 'the settings could not be loaded; no pages are stored until they are');
      }
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  };
  /**
   * Invalidations are missed from now on. While the database is unreachable this process makes no changes,
   * so stored pages are shown, but only for a limited time: another process may still reach the database.
   */
  const serveStaleWhileDisconnected = async () => {
    const limit = sleep(longestStale, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    if (await database.availability.checkNow()) await Promise.race([database.availability.whenBack(), limit]);
    if (!isListening) stopKeeping();
  };
  /** Resolvers by tag, called when the tag is received. PostgreSQL delivers notifications in the order of commits. */
  const awaitedTags = new Map<string, () => void>();
  /** Resolves when the pages of all received settings tags are dropped. */
  let settingsApplied = Promise.resolve();
  const applySettings = (tags: readonly string[]) =>
    // The settings load before the pages are dropped, so that a page rendered in between shows the new values.
    settings.reload().then(
      () => invalidateHere(tags),
      () => {
        stopKeeping();
        void resumeWithSettings();
      },
    );
  const receive = (tags: readonly string[]) => {
    const [awaited] = tags.map((tag) => awaitedTags.get(tag)).filter((resolve) => resolve !== undefined);
    if (awaited) void settingsApplied.then(awaited);
    else if (!tags.some(isSettingsTag)) invalidateHere(tags);
    else settingsApplied = Promise.all([settingsApplied, applySettings(tags)]).then(() => {});
  };

  const addBytes = (key: string, entry: Entry, bytes: number) =>
    cache.update(key, (current) =>
      current.variants === entry.variants ? { ...current, bytes: current.bytes + bytes } : undefined,
    );

  return {
    // The value loads in a new scope, because it must not be older than the last invalidation of its tags.
    remember(key, tags, load) {
      const scope = getReadScope();
      for (const tag of tags) scope?.tagsRead.add(tag);
      return remembered.get(key, tags, () => runInNewReadScope(load));
    },
    async rememberDependent(key, load) {
      const scope = getReadScope();
      const loadWithReads = () =>
        runInNewReadScope(async ({ tagsRead, settingsRead }) => {
          const loaded = await load();
          return { ...loaded, tags: [...loaded.tags, ...tagsRead, ...[...settingsRead].map(createSettingsTag)] };
        });
      const { value, tags, until } = await remembered.getDependent(key, clock.now(), loadWithReads);
      for (const tag of tags) scope?.tagsRead.add(tag);
      if (scope && until && !(scope.until && scope.until <= until)) scope.until = until;
      return value;
    },
    statistics: cache.statistics,
    get size() {
      return cache.size;
    },
    invalidateHere,
    invalidate: notifyTags,
    async awaitInvalidations() {
      if (!isListening) return;
      const tag = `awaited:${randomUUID()}`;
      const received = new Promise<void>((resolve) => awaitedTags.set(tag, resolve));
      try {
        await notifyTags(database.db, [tag]);
        await received;
      } finally {
        awaitedTags.delete(tag);
      }
    },
    find(url) {
      const now = clock.now().getTime();
      const direct = cache.get(url, now);
      if (direct) return { key: url, entry: direct };
      const key = keysByUrl.get(url);
      const entry = key === undefined ? undefined : cache.get(key, now);
      return key !== undefined && entry ? { key, entry } : undefined;
    },
    async serve(url, key, isStored, render) {
      const found = isStored ? cache.get(key, clock.now().getTime()) : undefined;
      if (found) cache.statistics.hits += 1;
      else cache.statistics.misses += 1;
      const produce = async (started: RenderStart | null): Promise<ServeResult> => {
        const rendered = await render();
        if (!('html' in rendered || 'raw' in rendered)) return rendered;
        const [body, view] = 'raw' in rendered ? [rendered.raw.body, rendered.raw] : [rendered.html, rendered.view];
        const policy = 'html' in rendered ? rendered.policy : null;
        const shared = policy === null ? headers : { ...headers, [policyHeader]: policy };
        const entry = createCacheEntry(body, view, shared, clock.now().getTime());
        if (started && entry.status === 200) cache.put(key, entry, started);
        return { entry, key };
      };
      const outcome = found ? { entry: found, key } : await (isStored ? cache.renderOnce(key, produce) : produce(null));
      if ('entry' in outcome && isStored && url !== key) keysByUrl.set(url, key);
      return outcome;
    },
    variant: (key, entry, coding) => getVariant(entry, coding, (bytes) => addBytes(key, entry, bytes)),
    countRequest(key, entry) {
      entry.requests += 1;
      const quick = entry.variants.get('br');
      if (entry.requests < requestsBeforeImproving || entry.isImproved || quick === undefined || 'then' in quick)
        return;
      entry.isImproved = true;
      if (entry.plain.body.byteLength > maxImprovedBytes) return;
      brotli(entry.plain.body, 11).then(
        (body) => {
          if (body.byteLength >= quick.body.byteLength) return;
          entry.variants.set('br', createVariant(entry, body, 'br', '-b11'));
          addBytes(key, entry, body.byteLength - quick.body.byteLength);
        },
        (error) => log.warn({ err: error }, 'a page could not be compressed again'),
      );
    },
    async start() {
      const onLost = () => {
        isListening = false;
        remembered.stop();
        cache.pause();
        void serveStaleWhileDisconnected();
        for (const resolve of awaitedTags.values()) resolve();
      };
      const onBack = () => {
        isListening = true;
        // Called before the settings are loaded, because loading may fail for a long time.
        stopKeeping();
        void resumeWithSettings();
      };
      listener = await listen(database, channel, (payload) => receive(readTags(payload)), { onLost, onBack });
      isListening = true;
      await settings.reload();
      if (isListening) resumeKeeping();
    },
    async stop() {
      closing.abort();
      isListening = false;
      stopKeeping();
      await listener?.close();
    },
  };
}

function readTags(payload: string): string[] {
  const tags: unknown = JSON.parse(payload);
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}
