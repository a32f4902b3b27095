import { z } from 'zod';
import { type NewList, newList, type WishlistRef } from '#features/wishlists/index.ts';
import { storableText } from '#platform/texts/storable-text.ts';

/** Fields of a call by name, such as `positions[]` or `fragments[<key>][<option>]`. */
export type CallFields = Readonly<Record<string, string | readonly string[]>>;

const textSchema = storableText(10_000);

/**
 * Creates the schema of a call's fields.
 * @param described meaning of each field, for the description of the API
 */
export function createFieldsSchema(described: Readonly<Record<string, string>>): z.ZodType<CallFields> {
  const properties = Object.fromEntries(
    Object.entries({
      ...described,
      nonce: 'Of this call, from the configuration object',
      context: '`frontend`',
      'fragments[]': 'Options of blocks to render: `fragments[<classes with dots>][<option>]`',
    }).map(([name, description]) => [name, { type: 'string', description }]),
  );
  return z
    .record(z.string().max(1200), z.union([textSchema, z.array(textSchema).max(500)]))
    .meta({ properties }) as unknown as z.ZodType<CallFields>;
}

/** Returns the trimmed text of a field; '' when the field is missing. */
export function readText(fields: CallFields, name: string): string {
  return ([fields[name]].flat()[0] ?? '').trim();
}

const idPattern = /^[1-9]\d{0,14}$/;

/** @returns 0 when the text is not the id of a row or, up to `max`, of a product */
export function readId(fields: CallFields, name: string, max = Number.MAX_SAFE_INTEGER): number {
  const text = readText(fields, name);
  return idPattern.test(text) && Number(text) <= max ? Number(text) : 0;
}

export const maxProductId = 2_147_483_647;

/** @returns NaN when the text is not a whole number */
export function readWhole(fields: CallFields, name: string): number {
  const text = readText(fields, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * Reads the id or token of a list; null means the default list.
 * @param names names of fields, of which the first with a value counts
 * @returns undefined when the text is neither an id nor a token
 */
export function readRef(fields: CallFields, ...names: readonly string[]): WishlistRef | undefined {
  const text = names.map((name) => readText(fields, name)).find((value) => value !== '') ?? '';
  if (text === '' || text === '0' || text === 'default') return null;
  if (/^[\w-]{22}$/.test(text)) return text;
  return idPattern.test(text) ? Number(text) : undefined;
}

/** Reads the id or token of a list, or the values for a new list; undefined for any other text. */
export function readTarget(fields: CallFields, name: string): WishlistRef | NewList | undefined {
  if (readText(fields, name) !== newList) return readRef(fields, name);
  const privacy = readText(fields, 'wishlist_visibility');
  return { name: readText(fields, 'wishlist_name'), privacy: privacy === '0' ? 0 : privacy === '1' ? 1 : 2 };
}

/** Reads a list of ids from fields such as `positions[]` or `positions[0]`. */
export function readIds(fields: CallFields, name: string): number[] {
  const values = Object.entries(fields).flatMap(([field, value]) =>
    field === name || (field.startsWith(`${name}[`) && field.endsWith(']')) ? [value].flat() : [],
  );
  return values.filter((text) => idPattern.test(text)).map(Number);
}

const blocksSchema = z.record(z.string().max(1000), z.unknown());

/**
 * Reads the requested blocks: their options by key. Options are texts, which scripts send in fields with brackets, or
 * all together as JSON in one field.
 */
export function readBlocks(fields: CallFields): Readonly<Record<string, unknown>> {
  const json = readText(fields, 'fragments');
  if (json !== '') {
    try {
      return blocksSchema.parse(JSON.parse(json));
    } catch {
      return {};
    }
  }
  const blocks: OptionTree = new Map();
  for (const [name, value] of Object.entries(fields)) {
    const path = /^fragments((?:\[[^[\]]*\])+)$/.exec(name)?.[1]?.slice(1, -1).split('][') ?? [];
    if (path[0] === '' || path.length < 2 || path.length > 6) continue;
    // A name that ends with `[]` has an array of values.
    setOption(blocks, path.at(-1) === '' && path.length > 2 ? path.slice(0, -1) : path, value);
  }
  return toObject(blocks);
}

type OptionTree = Map<string, OptionTree | string | readonly string[]>;

function setOption(
  tree: OptionTree,
  [name = '', ...inner]: readonly string[],
  value: string | readonly string[],
): void {
  if (inner.length === 0) {
    tree.set(name, value);
    return;
  }
  const known = tree.get(name);
  const nested: OptionTree = known instanceof Map ? known : new Map();
  tree.set(name, nested);
  setOption(nested, inner, value);
}

/** Converts to a plain object by `fromEntries`, so that a name such as `__proto__` can't change the prototype. */
function toObject(tree: OptionTree): Record<string, unknown> {
  return Object.fromEntries([...tree].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]));
}
