import { z } from 'zod';
import { suggestWord } from '#platform/texts/edit-distance.ts';

/**
 * A feature's settings: `settings.<name>` in `shop.config.ts`, checked at start, and the later changes of
 * the owner, which are in the database.
 */
export interface SettingsDefinition<Values> {
  readonly name: string;
  readonly schema: z.ZodType<Values>;
  /**
   * Finds values that a change must not introduce, although stored values of this kind stay in use: a new rule of an
   * upgrade must not disable the settings of a shop.
   */
  findMistakes?(values: Values): readonly SettingMistake[] | Promise<readonly SettingMistake[]>;
}

export interface SettingMistake {
  /** Path within the feature's settings, such as `zones.0.name`. */
  readonly path: string;
  /** Text for the owner of the shop, in English. */
  readonly message: string;
  /** State of the finding about this mistake. Default: `warning`. */
  readonly state?: 'error';
}

/**
 * Reads the settings of a feature. A request, a job, a transaction or a render sees one state of them from
 * its first read to its end; elsewhere, each read returns the newest loaded state.
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

/**
 * Returns the settings of a feature as JSON Schema. The result is cached, since converting all schemas takes most of
 * a shop's assembly time.
 */
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

/** Lists the names of an object's settings, to suggest one for a mistyped name. Objects in lists are left out. */
function listNames(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const described: NamesSchema = describeSettings(schema);
  const found = path.reduce<NamesSchema | undefined>((inner, name) => inner?.properties?.[String(name)], described);
  return Object.keys(found?.properties ?? {});
}
