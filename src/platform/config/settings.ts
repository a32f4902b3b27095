import { z } from 'zod';
import { suggestWord } from '#platform/texts/edit-distance.ts';

/**
 * A feature's settings: `settings.<name>` in `shop.config.ts`, checked at start, and what the owner
 * changed since, in the database.
 */
export interface SettingsDefinition<Values> {
  readonly name: string;
  readonly schema: z.ZodType<Values>;
  /**
   * Finds what no change may bring in, although values that are stored already stay in use: what an
   * upgrade learned to refuse must not take away the settings of a shop.
   */
  findMistakes?(values: Values): readonly SettingMistake[] | Promise<readonly SettingMistake[]>;
}

export interface SettingMistake {
  /** Below the feature, such as `zones.0.name`. */
  readonly path: string;
  /** For the owner of the shop, in English. */
  readonly message: string;
  /** Of its finding. Default: `warning`. */
  readonly state?: 'error';
}

/**
 * The settings of a feature. A request, a job, a transaction or a render reads one state of them from
 * its first read to its end; outside of these, each read gets the newest that was loaded.
 */
export type ReadSettings = <Values>(definition: SettingsDefinition<Values>) => Values;

export function defineSettings<Values>(
  name: string,
  schema: z.ZodType<Values>,
  more: Pick<SettingsDefinition<NoInfer<Values>>, 'findMistakes'> = {},
): SettingsDefinition<Values> {
  return { name, schema, ...more };
}

const descriptions = new WeakMap<z.ZodType, object>();

/** The settings of a feature as JSON Schema, kept: all of them take most of the time in which a shop is assembled. */
export function describeSettings(schema: z.ZodType): object {
  const known = descriptions.get(schema);
  if (known) return known;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  descriptions.set(schema, described);
  return described;
}

/**
 * Checks the settings of every feature in `shop.config.ts`.
 * @returns the problems
 */
export function checkSettings(
  given: Readonly<Record<string, unknown>>,
  definitions: readonly SettingsDefinition<unknown>[],
): string[] {
  const names = definitions.map(({ name }) => name);
  const problems = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => `settings.${name}: no feature has settings of this name${suggestWord(name, names)}`);
  for (const definition of definitions) {
    const parsed = definition.schema.safeParse(given[definition.name] ?? {});
    for (const issue of parsed.error?.issues ?? []) {
      const known = issue.code === 'unrecognized_keys' ? listNames(definition.schema, issue.path) : [];
      const suggested = 'keys' in issue && Array.isArray(issue.keys) ? suggestWord(String(issue.keys[0]), known) : '';
      problems.push(`settings.${[definition.name, ...issue.path].join('.')}: ${issue.message}${suggested}`);
    }
  }
  return problems;
}

interface NamesSchema {
  readonly properties?: Readonly<Record<string, NamesSchema>>;
}

/** Names of the settings in an object, for what was mistyped in it. None of objects in lists. */
function listNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const described: NamesSchema = describeSettings(schema);
  const found = path.reduce<NamesSchema | undefined>((inner, name) => inner?.properties?.[String(name)], described);
  return Object.keys(found?.properties ?? {});
}
