import { AsyncLocalStorage } from 'node:async_hooks';

/** A request, a job, a transaction or a render: it reads one state of the settings. */
export interface ReadScope {
  /** The state that was read first, by the object that holds it. */
  readonly snapshots: Map<object, unknown>;
  /** Names of the features whose settings were read. */
  readonly settingsRead: Set<string>;
  /** Cache tags of the values that were read and that pages share. */
  readonly tagsRead: Set<string>;
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
export function createReadScope(): ReadScope {
  return { snapshots: new Map(), settingsRead: new Set(), tagsRead: new Set() };
}

export function runInScope<T>(scope: ReadScope, work: () => T): T {
  return scopes.run(scope, work);
}
