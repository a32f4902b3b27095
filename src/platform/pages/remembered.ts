/** Values that pages share, such as the menu's categories, kept until one of their tags moves. */
export interface Remembered {
  /**
   * Returns the value of a key, and loads it when it is not kept. A page that is rendered while a tag
   * moves may show the old value, and is not stored.
   */
  get<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value>;
  /** Drops the values with one of these tags, also those that are being loaded. */
  invalidate(tags: readonly string[]): void;
  /** Keeps nothing until `resume`: invalidations are not received. */
  stop(): void;
  resume(): void;
}

interface Kept {
  readonly tags: readonly string[];
  readonly value: Promise<unknown>;
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
    invalidate(tags) {
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
