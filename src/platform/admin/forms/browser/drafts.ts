const prefix = 'vt-admin-draft ';
/**
 * Characters. Large enough for a content page in a non-Latin script, whose encoding takes nine characters for each
 * letter.
 */
const maxLength = 2_000_000;
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

export interface Draft {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The body of the form, including the version that it was opened with. */
  readonly body: string;
}

/** @param key person and address, so that other people at this browser are not offered the draft */
export function keepDraft(key: string, body: string): void {
  if (body.length > maxLength) return;
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), body } satisfies Draft));
  } catch {
    // The storage is full or forbidden: no draft is kept.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // The storage is forbidden, so no draft was kept.
  }
}

/** Reads a draft, and deletes drafts of all forms that are too old. */
export function readDraft(key: string): Draft | null {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(prefix) && Date.now() - parse(name).at > maxAgeMs) localStorage.removeItem(name);
    return localStorage.getItem(prefix + key) === null ? null : parse(prefix + key);
  } catch {
    return null;
  }
}

const parse = (name: string): Draft => JSON.parse(localStorage.getItem(name) ?? '');
