import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Documents } from './documents.ts';

type Kind = keyof Documents;
type Change = { [K in Kind]: [kind: K, document: Documents[K]] }[Kind];

const kinds: readonly Kind[] = [
  ...(['orders', 'authorizations', 'captures', 'refunds', 'disputes'] as const),
  ...(['webhooks', 'events', 'keys', 'signing'] as const),
];

/**
 * All documents, in memory and in one file. A line of the file holds what one request changed, so
 * that a process that dies keeps a request's changes whole or not at all.
 */
export class Store {
  readonly #file: string | null;
  readonly #maps = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as {
    [K in Kind]: Map<string, Documents[K]>;
  };
  readonly #changed = new Map<string, Change>();

  /** @param file null keeps everything in memory */
  constructor(file: string | null) {
    this.#file = file;
    if (file === null) return;
    mkdirSync(dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    for (const line of lines) this.#load(line);
    this.#compact(file);
  }

  get<K extends Kind>(kind: K, id: string): Documents[K] | undefined {
    return this.#maps[kind].get(id);
  }

  list<K extends Kind>(kind: K): Documents[K][] {
    return [...this.#maps[kind].values()];
  }

  /** Adds a document, or notes that it has changed. `commit` writes it. */
  put<K extends Kind>(kind: K, document: Documents[K]): Documents[K] {
    this.#maps[kind].set(document.id, document);
    this.#changed.set(`${kind} ${document.id}`, [kind, document] as unknown as Change);
    return document;
  }

  commit(): void {
    if (this.#changed.size === 0) return;
    const line = `${JSON.stringify([...this.#changed.values()])}\n`;
    this.#changed.clear();
    if (this.#file !== null) appendFileSync(this.#file, line);
  }

  #load(line: string): void {
    let changes: Change[];
    try {
      changes = line === '' ? [] : JSON.parse(line);
    } catch {
      // Only the last line can be cut off, by the end of the process that wrote it.
      return;
    }
    for (const [kind, document] of changes) (this.#maps[kind] as Map<string, unknown>).set(document.id, document);
  }

  /** Replaces the file by one with each document once. */
  #compact(file: string): void {
    const all = kinds.flatMap((kind) => this.list(kind).map((document) => [kind, document]));
    const text = all.map((change) => `${JSON.stringify([change])}\n`).join('');
    // It holds the key that signs webhooks.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}
