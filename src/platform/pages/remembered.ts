/** A value and the cache dependencies of the pages that show it. */
export interface Dependent<Value> {
  readonly value: Value;
  readonly tags: readonly string[];
  /** When the value changes by itself; null when it does not. */
  readonly until: Date | null;
}

/** Values that pages share, such as the menu's categories, cached until one of their tags is invalidated. */
export interface Remembered {
  /**
   * Returns the value of a key, and loads it when it is not cached. A page that is rendered while a tag is
   * invalidated may show the old value, and is not stored.
   */
  get<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value>;
  /**
   * Works as `get` for a value whose tags are part of the loaded result. A value whose tags are invalidated while it
   * loads is not cached. Callers that ask after the invalidation do not get it, because their pages would be stored
   * with it.
   */
  getDependent<Value>(key: string, now: Date, load: () => Promise<Dependent<Value>>): Promise<Dependent<Value>>;
  /** Drops the values with one of these tags, including values that are being loaded. */
  invalidate(tags: readonly string[]): void;
  /** Caches nothing until `resume`, because invalidations are not received. */
  stop(): void;
  resume(): void;
}

interface Kept {
  tags: readonly string[];
  readonly value: Promise<unknown>;
  until?: Date | null;
  /** Tags that were invalidated while the value was being loaded and its own tags were unknown. */
  moved?: Set<string>;
}

export function createRemembered(): Remembered {
  const values = new Map<string, Kept>();
  let isListening = false;
  return {
    get<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value> {
      const kept = values.get(key);
      if (kept) return kept.value as Promise<Value>;
      const value = load();
      if (!isListening) return value;
      const loading = { tags, value };
      values.set(key, loading);
      value.catch(() => {
        if (values.get(key) === loading) values.delete(key);
      });
      return value;
    },
    getDependent<Value>(key: string, now: Date, load: () => Promise<Dependent<Value>>): Promise<Dependent<Value>> {
      const kept = values.get(key);
      // The value is dropped if one of its own tags, which are known only after loading, was invalidated meanwhile.
      const retry = () => this.getDependent(key, now, load);
      if (kept?.moved && kept.moved.size > 0) return kept.value.then(retry, retry);
      if (kept && !(kept.until && kept.until <= now)) return kept.value as Promise<Dependent<Value>>;
      const value = load();
      if (!isListening) return value;
      const moved = new Set<string>();
      const loading: Kept = { tags: [], value, moved };
      values.set(key, loading);
      const drop = () => {
        if (values.get(key) === loading) values.delete(key);
      };
      value.then(({ tags, until }) => {
        Object.assign(loading, { tags, until, moved: undefined });
        if (tags.some((tag) => moved.has(tag))) drop();
      }, drop);
      return value;
    },
    invalidate(tags) {
      for (const { moved } of values.values()) for (const tag of moved ? tags : []) moved?.add(tag);
      for (const [key, kept] of values) if (kept.tags.some((tag) => tags.includes(tag))) values.delete(key);
    },
    stop() {
      isListening = false;
      values.clear();
    },
    resume() {
      isListening = true;
      values.clear();
    },
  };
}
