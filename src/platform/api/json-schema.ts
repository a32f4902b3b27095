import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Converts schemas to JSON Schema 2020-12 (`z.toJSONSchema`), and collects the named schemas. */
export interface JsonSchemas {
  /** Named schemas, for `components/schemas`. */
  readonly components: Readonly<Record<string, JsonSchema>>;
  /**
   * Converts a schema. Schemas with an id (`.meta({ id })`) become components that other schemas refer to.
   * @param io `output` for replies, `input` for requests
   */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /**
   * Adds a component and returns a reference to it.
   * @throws when another component has this name
   */
  add(name: string, schema: JsonSchema): JsonSchema;
}

const componentsPath = '#/components/schemas/';

export function createJsonSchemas(): JsonSchemas {
  const components: Record<string, JsonSchema> = {};
  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const existing = components[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two schemas of the API have the name '${name}'`);
    components[name] = schema;
    return { $ref: `${componentsPath}${name}` };
  };
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema: _, $defs = {}, ...converted } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, definition] of Object.entries($defs)) add(name, referToComponents(definition));
    return referToComponents(converted);
  };
  return { components, add, convert };
}

function referToComponents(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', `"$ref":"${componentsPath}`));
}
