import { getReadScope } from '#platform/config/read-scope.ts';
import type { ReadSettings, SettingsDefinition } from '#platform/config/settings.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/http/log.ts';
import {
  type ResolvedSettings,
  resolveSettings,
  type SettingOverride,
  type SettingProblem,
} from './resolve-settings.ts';
import { loadSettingRows, type SettingRow } from './setting-rows.ts';
import type { SettingSecrets } from './setting-secrets.ts';

/** A consistent state of all settings. */
export interface SettingSnapshot extends ResolvedSettings {
  /** Rows by key, including settings that were reset. */
  readonly rows: ReadonlyMap<string, SettingRow>;
}

/** The settings of this process: `shop.config.ts` with the overrides of the database. */
export interface SettingStore {
  readonly read: ReadSettings;
  readonly current: SettingSnapshot;
  readonly definitions: readonly SettingsDefinition<unknown>[];
  /** Values of `shop.config.ts` by feature, without the defaults. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly secrets: SettingSecrets;
  /** Resolves the settings with these rows in place of the stored rows. */
  resolve(rows: Iterable<SettingRow>): ResolvedSettings;
  /**
   * Loads everything that was committed before the call. Concurrent calls share a load that starts after
   * all of them.
   */
  reload(): Promise<void>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly settingStore: SettingStore;
  }
}

export function createSettingsTag(feature: string): string {
  return `settings:${feature}`;
}

export function isSettingsTag(tag: string): boolean {
  return tag.startsWith('settings:');
}

interface SettingStoreParts {
  readonly database: Database;
  readonly log: Log;
  /** Validated `settings` of `shop.config.ts`. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly definitions: readonly SettingsDefinition<unknown>[];
  readonly secrets: SettingSecrets;
  /** Called with each loaded state, for code that can't read the settings each time. */
  readonly onLoad?: (store: Pick<SettingStore, 'current'>) => void;
}

/** Starts with the values of `shop.config.ts` and the environment; `reload` adds the overrides. */
export function createSettingStore({
  database,
  log,
  given,
  definitions,
  secrets,
  onLoad = () => {},
}: SettingStoreParts): SettingStore {
  const warn = createProblemLog(log);
  const resolve = (rows: Iterable<SettingRow>) => {
    const { overrides, problems } = toOverrides(rows, secrets);
    const resolved = resolveSettings(given, definitions, overrides);
    return { values: resolved.values, problems: [...problems, ...resolved.problems] };
  };
  let current: SettingSnapshot = { ...resolve([]), rows: new Map() };
  const load = async () => {
    const rows = await loadSettingRows(database.db);
    const resolved = resolve(rows);
    current = { ...resolved, rows: new Map(rows.map((row) => [row.key, row])) };
    warn(resolved.problems);
    onLoad(store);
  };
  const store: SettingStore = {
    definitions,
    given,
    secrets,
    resolve,
    reload: runOneAtATime(load),
    get current() {
      return current;
    },
    read<Values>({ name }: SettingsDefinition<Values>) {
      const scope = getReadScope();
      scope?.settingsRead.add(name);
      const snapshot = (scope?.snapshots.get(store) as SettingSnapshot | undefined) ?? current;
      scope?.snapshots.set(store, snapshot);
      if (!snapshot.values.has(name))
        throw new Error(`settings of '${name}' are not in the manifest of a listed feature`);
      return snapshot.values.get(name) as Values;
    },
  };
  return store;
}

interface Overrides {
  readonly overrides: readonly SettingOverride[];
  readonly problems: readonly SettingProblem[];
}

/** Returns the environment's secrets and the stored values that the environment does not replace. */
function toOverrides(rows: Iterable<SettingRow>, secrets: SettingSecrets): Overrides {
  const overrides: SettingOverride[] = [...secrets.fromEnvironment].map(([key, value]) => ({ key, value }));
  const problems: SettingProblem[] = [];
  for (const { key, value: stored } of rows) {
    if (stored === null || secrets.fromEnvironment.has(key)) continue;
    const value = secrets.fromStored(key, stored);
    if (value === undefined) problems.push(createUnreadableProblem(key));
    else overrides.push({ key, value });
  }
  return { overrides, problems };
}

function createUnreadableProblem(key: string): SettingProblem {
  const message = `${key}: no key of SECRET opens the stored secret; set it again`;
  return { key, code: 'SECRET_UNREADABLE', message };
}

/** Logs each problem once, and again when it reappears after it was solved. */
function createProblemLog(log: Log): (problems: readonly SettingProblem[]) => void {
  let logged = new Set<string>();
  return (problems) => {
    for (const { key, code } of problems) {
      if (!logged.has(`${code} ${key}`))
        log.warn({ key, code }, 'a stored setting cannot be used; the value of shop.config.ts is used instead');
    }
    logged = new Set(problems.map(({ key, code }) => `${code} ${key}`));
  };
}

/**
 * Runs loads one by one, because a load that ends later must not replace the result of a load that began later.
 * Calls during a load wait for the next load, which reads everything that was committed before them.
 */
function runOneAtATime(load: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = () => {
    running = load().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return next ?? start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
