import { z } from 'zod';
import { toVariableName } from '#platform/config/secret-setting.ts';
import { renderTable } from './blocks.ts';

/** The keywords of JSON Schema that the schemas of settings use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  /** Description of a default that is not a fixed value. */
  readonly 'x-default'?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly 'x-secret'?: true;
}

/** A table with a row for each key of the schemas, including nested ones. */
export function renderSettings(schemas: readonly (readonly [prefix: string, schema: z.ZodType])[]): string {
  const rows = schemas.flatMap(([prefix, schema]) => listRows(prefix, toSchema(schema)));
  return renderTable(['name', 'values', 'default', 'description'], rows);
}

/** Names of keys without a description. */
export function findUndescribed(schemas: readonly (readonly [prefix: string, schema: z.ZodType])[]): string[] {
  return schemas.flatMap(([prefix, schema]) =>
    Object.entries(toSchema(schema).properties ?? {})
      .filter(([, { description }]) => !description)
      .map(([key]) => joinPath(prefix, key)),
  );
}

function toSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

function listRows(path: string, parent: Schema): string[][] {
  return Object.entries(parent.properties ?? {}).flatMap(([key, schema]) => {
    const name = joinPath(path, key);
    const isRequired = parent.required?.includes(key) ?? false;
    const row = schema['x-secret']
      ? [`\`${name}\``, 'secret', 'not set', `${schema.description} In the environment: \`${toVariableName(name)}\`.`]
      : [`\`${name}\``, describeValues(schema), describeDefault(schema, isRequired), schema.description ?? ''];
    return [row, ...listNested(schema).flatMap(({ item, suffix }) => listRows(`${name}${suffix}`, item))];
  });
}

const joinPath = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** The objects inside a setting: its own properties, or those of the kinds of its list's items. */
function listNested(schema: Schema): { readonly item: Schema; readonly suffix: string }[] {
  const object = [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties);
  if (object) return [{ item: object, suffix: '' }];
  if (schema.items?.properties) return [{ item: schema.items, suffix: '[]' }];
  return (schema.items?.oneOf ?? []).map((item) => ({ item, suffix: `[${item.properties?.type?.const ?? ''}]` }));
}

function describeValues(schema: Schema): string {
  const { type, anyOf, items, minimum, maximum } = schema;
  if (anyOf) return anyOf.map(describeValues).join(' or ');
  if (schema.enum) return schema.enum.map(toCode).join(', ');
  if (schema.const !== undefined) return toCode(schema.const);
  if (type === 'integer' && minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER)
    return `${minimum} to ${maximum.toLocaleString('en')}`;
  if (type === 'integer') return `${minimum ?? 0} or more`;
  if (type === 'array')
    return items?.properties || items?.oneOf ? 'list' : `list of ${items ? describeValues(items) : 'values'}`;
  if (type === 'boolean') return '`true`, `false`';
  return type === 'string' ? 'text' : type === 'null' ? '`null`' : (type ?? '');
}

function describeDefault(schema: Schema, isRequired: boolean): string {
  const standard = schema.default;
  if (schema['x-default'] !== undefined) return schema['x-default'];
  if (schema.properties && isEmpty(standard)) return 'see below';
  if (standard === undefined || standard === '' || isEmpty(standard)) return isRequired ? 'required' : 'none';
  return toCode(standard);
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const toCode = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
