const prefix = 'vt-admin-draft ';
/** A page of the shop as a form, with letters of other scripts, whose encoding takes nine characters each. */
const maxLength = 2_000_000;
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

/** What somebody typed into a form and did not save. */
export interface Draft {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The body of the form, with the version that it was opened with. */
  readonly body: string;
}

/** @param key person and address: others at this browser are not offered it */
export function keepDraft(key: string, body: string): void {
  if (body.length > maxLength) return;
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), body } satisfies Draft));
  } catch {
    // The storage is full or forbidden: there is no draft.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // It is forbidden: nothing was kept.
  }
}

/** Forgets drafts of all forms that are too old. */
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
