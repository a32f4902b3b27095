import { LRUCache } from 'lru-cache';

export interface StoredPage {
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly bytes: number;
}

/** The start of a render. The rendered page is stored only when none of its tags has changed since. */
export interface RenderStart {
  /** Number of tag changes before the render. */
  readonly sequence: number;
}

export interface CacheStatistics {
  hits: number;
  misses: number;
  notModified: number;
  stored: number;
  tooLate: number;
  dropped: number;
}

export interface PageCache<Entry extends StoredPage, Outcome> {
  readonly statistics: CacheStatistics;
  get(key: string, now: number): Entry | undefined;
  /** Runs only one render per key at a time. A render that started before a tag changed is not shared. */
  renderOnce(key: string, render: (started: RenderStart) => Promise<Outcome>): Promise<Outcome>;
  /** Stores the entry unless one of its tags has changed since the render started. */
  put(key: string, entry: Entry, started: RenderStart): boolean;
  /** Replaces the entry by the result of `update`, when there is an entry and a result. */
  update(key: string, update: (entry: Entry) => Entry | undefined): void;
  invalidate(tags: readonly string[]): void;
  /** Stores nothing until `resume`, but keeps the entries: nobody can change their content meanwhile. */
  pause(): void;
  /** Empties the cache and stores nothing until `resume`, because invalidations are not received. */
  stop(): void;
  resume(): void;
  readonly size: { readonly entries: number; readonly bytes: number };
}

/** Maximum number of changed tags to remember. Beyond it, all renders in progress count as outdated. */
const maxRememberedTags = 50_000;

/** @param maxBytes maximum bytes of the bodies in all codings; 0 stores nothing */
export function createPageCache<Entry extends StoredPage, Outcome>(maxBytes: number): PageCache<Entry, Outcome> {
  const statistics: CacheStatistics = { hits: 0, misses: 0, notModified: 0, stored: 0, tooLate: 0, dropped: 0 };
  const byTag = new Map<string, Set<string>>();
  const changedAt = new Map<string, number>();
  const rendering = new Map<string, RenderStart & { done: Promise<Outcome> }>();
  let sequence = 0;
  let oldestValid = 0;
  let isListening = false;

  const entries = new LRUCache<string, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (entry) => entry.bytes,
    dispose: (entry, key, reason) => {
      if (reason === 'set') return;
      for (const tag of entry.tags) {
        const keys = byTag.get(tag);
        keys?.delete(key);
        if (keys?.size === 0) byTag.delete(tag);
      }
    },
  });

  const dropAll = () => {
    sequence += 1;
    oldestValid = sequence;
    changedAt.clear();
    statistics.dropped += entries.size;
    entries.clear();
    byTag.clear();
  };

  const isOutdated = (entry: Entry, started: RenderStart) =>
    !isListening ||
    started.sequence < oldestValid ||
    entry.tags.some((tag) => (changedAt.get(tag) ?? -1) > started.sequence);

  return {
    statistics,
    get(key, now) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > now) return entry;
      entries.delete(key);
      return undefined;
    },
    renderOnce(key, render) {
      const current = rendering.get(key);
      if (current && current.sequence === sequence) return current.done;
      const started = { sequence };
      const done = render(started).finally(() => {
        if (rendering.get(key)?.done === done) rendering.delete(key);
      });
      rendering.set(key, { ...started, done });
      return done;
    },
    put(key, entry, started) {
      if (maxBytes === 0) return false;
      if (isOutdated(entry, started)) {
        statistics.tooLate += 1;
        return false;
      }
      entries.set(key, entry);
      if (!entries.has(key)) return false;
      for (const tag of entry.tags) {
        const keys = byTag.get(tag);
        if (keys) keys.add(key);
        else byTag.set(tag, new Set([key]));
      }
      statistics.stored += 1;
      return true;
    },
    update(key, update) {
      const entry = entries.peek(key);
      const updated = entry && update(entry);
      if (updated) entries.set(key, updated);
    },
    invalidate(tags) {
      sequence += 1;
      if (changedAt.size + tags.length > maxRememberedTags) {
        oldestValid = sequence;
        changedAt.clear();
      }
      for (const tag of tags) {
        changedAt.set(tag, sequence);
        for (const key of [...(byTag.get(tag) ?? [])]) {
          statistics.dropped += 1;
          entries.delete(key);
        }
      }
    },
    pause() {
      isListening = false;
    },
    stop() {
      isListening = false;
      dropAll();
    },
    resume() {
      isListening = true;
      dropAll();
    },
    get size() {
      return { entries: entries.size, bytes: entries.calculatedSize };
    },
  };
}
