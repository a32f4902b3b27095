import type { z } from 'zod';

/** A feature's settings: `settings.<name>` in `shop.config.ts`, checked at start. */
export interface SettingsDefinition<Values> {
  readonly name: string;
  readonly schema: z.ZodType<Values>;
}

export type ReadSettings = <Values>(definition: SettingsDefinition<Values>) => Values;

export function defineSettings<Values>(name: string, schema: z.ZodType<Values>): SettingsDefinition<Values> {
  return { name, schema };
}

/**
 * Checks every feature's settings.
 * @returns the reader, or the problems
 */
export function checkSettings(
  given: Readonly<Record<string, unknown>>,
  definitions: readonly SettingsDefinition<unknown>[],
): { ok: true; read: ReadSettings } | { ok: false; problems: string[] } {
  const values = new Map<string, unknown>();
  const problems = Object.keys(given)
    .filter((name) => !definitions.some((definition) => definition.name === name))
    .map((name) => `settings.${name}: no feature has settings of this name`);
  for (const definition of definitions) {
    const parsed = definition.schema.safeParse(given[definition.name] ?? {});
    if (parsed.success) values.set(definition.name, parsed.data);
    else
      for (const issue of parsed.error.issues)
        problems.push(`settings.${[definition.name, ...issue.path].join('.')}: ${issue.message}`);
  }
  if (problems.length > 0) return { ok: false, problems };
  const read = <Values>(definition: SettingsDefinition<Values>) => {
    if (!values.has(definition.name))
      throw new Error(`settings of '${definition.name}' are not in the manifest of a listed feature`);
    return values.get(definition.name) as Values;
  };
  return { ok: true, read };
}
