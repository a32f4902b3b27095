import type { z } from 'zod';
import type { SettingsDefinition } from '#platform/config/settings.ts';
import { doPathsOverlap, getAtPath, parseSettingKey, setAtPath } from './keys.ts';

export interface SettingOverride {
  readonly key: string;
  readonly value: unknown;
}

export interface SettingProblem {
  readonly key: string;
  readonly code: 'SETTING_UNKNOWN' | 'SETTING_INVALID' | 'SECRET_UNREADABLE';
  readonly message: string;
}

export interface ResolvedSettings {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly SettingProblem[];
}

interface ParsedOverride extends SettingOverride {
  readonly path: readonly string[];
}

/**
 * Applies overrides to the values of `shop.config.ts` and checks the settings of each feature as a
 * whole. Overrides that can't be used are left out and reported.
 * @param given `settings` of `shop.config.ts`, which are valid
 */
export function resolveSettings(
  given: Readonly<Record<string, unknown>>,
  definitions: readonly SettingsDefinition<unknown>[],
  overrides: readonly SettingOverride[],
): ResolvedSettings {
  const problems: SettingProblem[] = [];
  const byFeature = new Map<string, ParsedOverride[]>(definitions.map(({ name }) => [name, []]));
  for (const override of overrides) {
    const key = parseSettingKey(override.key);
    const known = key && byFeature.get(key.feature);
    if (known) known.push({ ...override, path: key.path });
    else problems.push(createUnknownProblem(override.key));
  }
  const values = new Map<string, unknown>();
  for (const { name, schema } of definitions) {
    const resolved = resolveFeature(given[name] ?? {}, schema, byFeature.get(name) ?? []);
    values.set(name, resolved.value);
    problems.push(...resolved.problems);
  }
  return { values, problems };
}

function resolveFeature(
  given: unknown,
  schema: z.ZodType,
  overrides: readonly ParsedOverride[],
): { value: unknown; problems: SettingProblem[] } {
  const problems: SettingProblem[] = [];
  let usable = overrides;
  for (;;) {
    const input = usable.reduce((value, { path, value: added }) => setAtPath(value, path, added), given);
    const parsed = schema.safeParse(input);
    const found = parsed.success
      ? usable
          .filter(({ path }) => getAtPath(parsed.data, path) === undefined)
          .map(({ key }) => createUnknownProblem(key))
      : findInvalid(usable, parsed.error.issues);
    if (parsed.success && found.length === 0) return { value: parsed.data, problems };
    if (found.length === 0) throw new TypeError('the settings of shop.config.ts are invalid');
    problems.push(...found);
    usable = usable.filter(({ key }) => !found.some((problem) => problem.key === key));
  }
}

/**
 * Finds the overrides that caused the issues: overrides at the path of an issue, else of the same
 * setting of the first level, else all overrides.
 */
function findInvalid(overrides: readonly ParsedOverride[], issues: readonly z.core.$ZodIssue[]): SettingProblem[] {
  const isAtIssue = ({ path }: ParsedOverride, issue: z.core.$ZodIssue) =>
    listPaths(issue).some((issuePath) => doPathsOverlap(path, issuePath));
  const isNearIssue = ({ path }: ParsedOverride, issue: z.core.$ZodIssue) =>
    listPaths(issue).some(([first]) => first === path[0]);
  for (const isAbout of [isAtIssue, isNearIssue, () => true]) {
    const found = overrides.flatMap((override) => {
      const issue = issues.find((each) => isAbout(override, each));
      return issue ? createProblem(override, issue) : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

function listPaths(issue: z.core.$ZodIssue): (readonly PropertyKey[])[] {
  if (issue.code !== 'unrecognized_keys') return [issue.path];
  return issue.keys.map((name) => [...issue.path, name]);
}

function createProblem({ key }: ParsedOverride, { code, path, message }: z.core.$ZodIssue): SettingProblem {
  if (code === 'unrecognized_keys') return createUnknownProblem(key);
  const place = path.length === 0 ? key : [key.split('.')[0], ...path].join('.');
  return { key, code: 'SETTING_INVALID', message: `${place}: ${message}` };
}

function createUnknownProblem(key: string): SettingProblem {
  return { key, code: 'SETTING_UNKNOWN', message: `${key}: there is no setting of this name` };
}
