import { z } from 'zod';
import type { Sending } from './exchange.ts';

/** A product whose attribute has a name that programs use for something else. */
export interface OddProduct {
  readonly id: number;
  readonly attribute: string;
  readonly value: string;
}

interface JsonSchema {
  readonly $ref?: string | undefined;
  readonly oneOf?: readonly JsonSchema[] | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly allOf?: readonly JsonSchema[] | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly default?: unknown;
  readonly minimum?: number | undefined;
  readonly items?: JsonSchema | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    oneOf: z.array(jsonSchema).optional(),
    anyOf: z.array(jsonSchema).optional(),
    allOf: z.array(jsonSchema).optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    minimum: z.number().optional(),
    items: jsonSchema.optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
  }),
);

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: jsonSchema })) }).optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

/** Names that every object of JavaScript has, and that programs use for results. */
export const oddNames = [
  ...['Code', 'Error', 'ok', 'Status', 'Problem', 'then', 'length'],
  ...['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON'],
];

/** Values of JSON that a program takes for something else, or can't turn into text. */
export const oddValues: readonly unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null, length: 3 },
  [{ toString: 1, valueOf: {} }],
  { code: 'x', ok: false, error: 1, status: 500 },
  JSON.parse('[[["x"]], { "then": 1, "length": 1000000000 }]'),
  { hasOwnProperty: 1, toJSON: 1, constructor: { name: 1 } },
  JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`),
];

/**
 * Calls whose body has the described shape, with one odd value in it: each value in each place.
 * What a handler does after its checks is reached by these, and hardly by chance.
 * @param description the shop's description of its calls
 * @param headers lines that make the sender a shopper
 */
export function listShapedCalls(
  description: unknown,
  odd: readonly OddProduct[],
  headers: readonly string[],
): Sending[] {
  const { paths, components } = documentSchema.parse(description);
  const resolve = (schema: JsonSchema): JsonSchema =>
    schema.$ref === undefined ? schema : resolve(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      if (!schema) return [];
      const { oneOf = [schema] } = resolve(schema);
      const bodies = oneOf.map((each) => createPlausible(resolve(each), resolve));
      const target = path.replace(/\{\w+\}/g, '1');
      return bodies.flatMap((body) =>
        createOddBodies(body, odd).map((each) => createSending(method.toUpperCase(), target, each, headers)),
      );
    }),
  );
}

function createPlausible(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined && typeof schema.default !== 'object') return schema.default;
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return createPlausible(resolve(choice), resolve);
  const { properties = {}, items } = schema;
  const fields = Object.entries(properties).map(([name, each]) => [name, createPlausible(resolve(each), resolve)]);
  const [type = fields.length > 0 ? 'object' : 'string'] = [schema.type].flat();
  if (type === 'object') return Object.fromEntries(fields);
  if (type === 'array') return items ? [createPlausible(resolve(items), resolve)] : [];
  if (type === 'boolean') return true;
  return type === 'string' ? '1' : Math.max(1, schema.minimum ?? 1);
}

type Body = Readonly<Record<string, unknown>>;

function createOddBodies(plausible: unknown, odd: readonly OddProduct[]): unknown[] {
  if (typeof plausible !== 'object' || plausible === null || Array.isArray(plausible)) return [...oddValues];
  const body: Body = { ...plausible };
  const replaced = Object.entries(body).flatMap(([name, known]) => [
    ...oddValues.map((value) => ({ ...body, [name]: value })),
    ...replaceInside(known, oddValues).map((value) => ({ ...body, [name]: value })),
  ]);
  const added = oddValues.map((value) => ({ ...body, 'addon-x[]': [value], 'addon-y': value, attribute_code: value }));
  const namesProduct = ['variation', 'product_id', 'add_to_wishlist'].some((name) => Object.hasOwn(body, name));
  const products = (namesProduct ? odd : []).map(({ id, attribute, value }) => ({
    ...{ ...body, id, product_id: id, add_to_wishlist: id, quantity: 1, [`attribute_${attribute}`]: value },
    ...('variation' in body ? { variation: [{ attribute, value }] } : {}),
  }));
  return [body, ...replaced, ...added, ...products];
}

/** One level below: fields of an object, the first item of a list. */
function replaceInside(known: unknown, values: readonly unknown[]): unknown[] {
  if (typeof known !== 'object' || known === null) return [];
  if (Array.isArray(known))
    return [...values.map((value) => [value]), ...replaceInside(known[0], values).map((each) => [each])];
  return Object.keys(known).flatMap((name) => values.slice(0, 2).map((value) => ({ ...known, [name]: value })));
}

function createSending(method: string, target: string, body: unknown, headers: readonly string[]): Sending {
  const bytes = Buffer.from(JSON.stringify(body) ?? 'null');
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...['Host: localhost', 'Connection: close', 'Accept: application/json', 'Content-Type: application/json'],
    `Content-Length: ${bytes.length}`,
    ...headers,
  ];
  return { parts: [Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])], pause: 0, patience: 3000 };
}
