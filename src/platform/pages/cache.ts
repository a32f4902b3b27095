import { LRUCache } from 'lru-cache';

/** A rendered page, ready to be sent. */
export interface Stored {
  readonly tags: readonly string[];
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly bytes: number;
}

/** What a render began with: nothing that moved since may be in what is stored. */
export interface Started {
  readonly at: number;
}

export interface CacheStatistics {
  hits: number;
  misses: number;
  notModified: number;
  stored: number;
  tooLate: number;
  dropped: number;
}

export interface PageCache<Entry extends Stored, Outcome> {
  readonly statistics: CacheStatistics;
  get(key: string, now: number): Entry | undefined;
  /** Runs one render per key at a time; a render that began before something moved is not joined afterwards. */
  once(key: string, render: (started: Started) => Promise<Outcome>): Promise<Outcome>;
  /** Keeps the entry unless one of its tags moved since the render began. */
  put(key: string, entry: Entry, started: Started): boolean;
  /** Stores what `change` makes of the entry that is there, unless there is none or it makes nothing. */
  change(key: string, change: (entry: Entry) => Entry | undefined): void;
  move(tags: readonly string[]): void;
  /** Without the database's word on what moves, nothing is kept. */
  stop(): void;
  resume(): void;
  readonly size: { readonly entries: number; readonly bytes: number };
}

/** Tags that moved are remembered up to this many; then everything that was being rendered counts as moved. */
const rememberedMoves = 50_000;

/** @param maxBytes of bodies in all their codings; 0 keeps nothing */
export function createPageCache<Entry extends Stored, Outcome>(maxBytes: number): PageCache<Entry, Outcome> {
  const statistics: CacheStatistics = { hits: 0, misses: 0, notModified: 0, stored: 0, tooLate: 0, dropped: 0 };
  const byTag = new Map<string, Set<string>>();
  const moved = new Map<string, number>();
  const rendering = new Map<string, { at: number; done: Promise<Outcome> }>();
  let sequence = 0;
  let floor = 0;
  let listening = false;

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

  const forgetAll = () => {
    sequence += 1;
    floor = sequence;
    moved.clear();
    statistics.dropped += entries.size;
    entries.clear();
    byTag.clear();
  };

  const isLate = (entry: Entry, at: number) =>
    !listening || at < floor || entry.tags.some((tag) => (moved.get(tag) ?? -1) > at);

  return {
    statistics,
    get(key, now) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > now) return entry;
      entries.delete(key);
      return undefined;
    },
    once(key, render) {
      const current = rendering.get(key);
      if (current && current.at === sequence) return current.done;
      const at = sequence;
      const done = render({ at }).finally(() => {
        if (rendering.get(key)?.done === done) rendering.delete(key);
      });
      rendering.set(key, { at, done });
      return done;
    },
    put(key, entry, started) {
      if (maxBytes === 0) return false;
      if (isLate(entry, started.at)) {
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
    change(key, change) {
      const entry = entries.peek(key);
      const changed = entry && change(entry);
      if (changed) entries.set(key, changed);
    },
    move(tags) {
      sequence += 1;
      if (moved.size + tags.length > rememberedMoves) {
        floor = sequence;
        moved.clear();
      }
      for (const tag of tags) {
        moved.set(tag, sequence);
        for (const key of [...(byTag.get(tag) ?? [])]) {
          statistics.dropped += 1;
          entries.delete(key);
        }
      }
    },
    stop() {
      listening = false;
      forgetAll();
    },
    resume() {
      listening = true;
      forgetAll();
    },
    get size() {
      return { entries: entries.size, bytes: entries.calculatedSize };
    },
  };
}
