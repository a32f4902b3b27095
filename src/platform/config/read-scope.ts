import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';

/** A request, a job, a transaction or a render: it reads one state of the settings. */
export interface ReadScope {
  /** The state that was read first, by the object that holds it. */
  readonly snapshots: Map<object, unknown>;
  /** Names of the features whose settings were read. */
  readonly settingsRead: Set<string>;
  /** Cache tags of the values that were read and that pages share. */
  readonly tagsRead: Set<string>;
  /** When the first of these values changes by itself. */
  until: Date | null;
  /** What the page that is being made loads from elsewhere. */
  readonly origins: Set<PageOrigins>;
  /** For scripts and styles of a page that is made for one request. Null: others get it, too. */
  readonly nonce: string | null;
}

const scopes = new AsyncLocalStorage<ReadScope>();

/** The scope in which the caller runs; undefined at start and in commands. */
export function getReadScope(): ReadScope | undefined {
  return scopes.getStore();
}

/** Runs `work` in the current scope, or in a new one. */
export function runInReadScope<T>(work: () => T): T {
  return scopes.getStore() ? work() : runInNewReadScope(work);
}

/** Runs `work` in a scope of its own, which reads the newest state. */
export function runInNewReadScope<T>(work: (scope: ReadScope) => T): T {
  const scope = createReadScope();
  return scopes.run(scope, work, scope);
}

/** For work in several parts, which `runInScope` runs. */
export function createReadScope(nonce: string | null = null): ReadScope {
  return {
    ...{ snapshots: new Map(), settingsRead: new Set(), tagsRead: new Set(), until: null },
    ...{ origins: new Set(), nonce },
  };
}

export function runInScope<T>(scope: ReadScope, work: () => T): T {
  return scopes.run(scope, work);
}
