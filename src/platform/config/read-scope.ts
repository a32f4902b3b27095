import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';

/** A request, a job, a transaction or a render. All reads in a scope see one state of the settings. */
export interface ReadScope {
  /** The state that was read first, by the object that holds it. */
  readonly snapshots: Map<object, unknown>;
  readonly settingsRead: Set<string>;
  /** Cache tags of shared values that were read. */
  readonly tagsRead: Set<string>;
  /** Time of the first scheduled change of these values; null when none is scheduled. */
  until: Date | null;
  /** Other origins that the page loads resources from. */
  readonly origins: Set<PageOrigins>;
  /**
   * Nonce of scripts and styles of a page that is made for one request. Null for a cached page, which several
   * requests get.
   */
  readonly nonce: string | null;
}

const scopes = new AsyncLocalStorage<ReadScope>();

/** The scope in which the caller runs; undefined at start and in commands. */
export function getReadScope(): ReadScope | undefined {
  return scopes.getStore();
}

/** Runs `work` in the current scope, or in a new one when there is none. */
export function runInReadScope<T>(work: () => T): T {
  return scopes.getStore() ? work() : runInNewReadScope(work);
}

/** Runs `work` in a scope of its own, which reads the newest state. */
export function runInNewReadScope<T>(work: (scope: ReadScope) => T): T {
  const scope = createReadScope();
  return scopes.run(scope, work, scope);
}

/** Creates a scope for work in several parts, which `runInScope` runs. */
export function createReadScope(nonce: string | null = null): ReadScope {
  return {
    ...{ snapshots: new Map(), settingsRead: new Set(), tagsRead: new Set(), until: null },
    ...{ origins: new Set(), nonce },
  };
}

export function runInScope<T>(scope: ReadScope, work: () => T): T {
  return scopes.run(scope, work);
}
