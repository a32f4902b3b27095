import type { JsonSchema } from './json-schema.ts';

export const toContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** Creates the `content` of the body of a write: JSON, a form, and multipart if the route accepts it. */
export function toBodyContent(schema: JsonSchema, isMultipart = false): Record<string, object> {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    ...(isMultipart ? ['multipart/form-data'] : []),
  ];
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
