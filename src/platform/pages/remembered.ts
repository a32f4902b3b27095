/** A value, and what the pages that show it then depend on. */
export interface Dependent<Value> {
  readonly value: Value;
  readonly tags: readonly string[];
  /** When it changes by itself next. */
  readonly until: Date | null;
}

/** Values that pages share, such as the menu's categories, kept until one of their tags moves. */
export interface Remembered {
  /**
   * Returns the value of a key, and loads it when it is not kept. A page that is rendered while a tag
   * moves may show the old value, and is not stored.
   */
  get<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value>;
  /**
   * As `get`, for a value that says itself what it depends on. One whose tags moved while it was loaded is not kept, and
   * not shown to who asked after the move: a page that began then would be stored with it.
   */
  getDependent<Value>(key: string, now: Date, load: () => Promise<Dependent<Value>>): Promise<Dependent<Value>>;
  /** Drops the values with one of these tags, also those that are being loaded. */
  invalidate(tags: readonly string[]): void;
  /** Keeps nothing until `resume`: invalidations are not received. */
  stop(): void;
  resume(): void;
}

interface Kept {
  tags: readonly string[];
  readonly value: Promise<unknown>;
  until?: Date | null;
  /** Tags that move while the value is being loaded, and its own are not known. */
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
      // Whether one of its own tags moved is known when it is loaded: then it is dropped.
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
