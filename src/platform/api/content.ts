import type { JsonSchema } from './json-schema.ts';

/** The `content` of a body that is JSON. */
export const toContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** The `content` of what a write takes: JSON, a form, and multipart where the route takes it. */
export function toBodyContent(schema: JsonSchema, isMultipart = false): Record<string, object> {
  const types = [
    'application/json',
    'application/x-www-form-urlencoded',
    ...(isMultipart ? ['multipart/form-data'] : []),
  ];
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
