import { z } from 'zod';
import type { WishlistRef } from '#features/wishlists/index.ts';
import { storableText } from '#platform/texts/storable-text.ts';

/** Fields of a call by their names, such as `positions[]` or `fragments[<key>][<option>]`. */
export type CallFields = Readonly<Record<string, string | readonly string[]>>;

const textSchema = storableText(10_000);

/** What a field means, for the description of the API. */
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

/** The text of a field, without spaces around it; '' when it is missing. */
export function readText(fields: CallFields, name: string): string {
  return ([fields[name]].flat()[0] ?? '').trim();
}

/** @returns 0 for anything but a row or product id */
export function readId(fields: CallFields, name: string): number {
  const text = readText(fields, name);
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** @returns NaN for anything but a whole number */
export function readWhole(fields: CallFields, name: string): number {
  const text = readText(fields, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

/**
 * A list of the shopper by id or token; null for the default list.
 * @returns undefined for what is neither
 */
export function readRef(fields: CallFields, name: string): WishlistRef | undefined {
  const text = readText(fields, name);
  if (text === '' || text === '0' || text === 'default') return null;
  if (/^[\w-]{22}$/.test(text)) return text;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** Ids of a list such as `positions[]` or `positions[0]`. */
export function readIds(fields: CallFields, name: string): number[] {
  const values = Object.entries(fields).flatMap(([field, value]) =>
    field === name || (field.startsWith(`${name}[`) && field.endsWith(']')) ? [value].flat() : [],
  );
  return values.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number);
}

const maxDepth = 5;

/**
 * The blocks that a call asks for: options by key. Options are text; scripts send them
 * with brackets, or as one text with JSON.
 */
export function readBlocks(fields: CallFields): Readonly<Record<string, unknown>> {
  const json = readText(fields, 'fragments');
  if (json !== '') return parseJson(json);
  const blocks = new Map<string, Map<string, unknown>>();
  for (const [name, value] of Object.entries(fields)) {
    const path = /^fragments((?:\[[^[\]]*\])+)$/.exec(name)?.[1]?.slice(1, -1).split('][');
    const [key, ...options] = path ?? [];
    if (key === undefined || key === '' || options.length === 0 || options.length > maxDepth) continue;
    const block = blocks.get(key) ?? new Map<string, unknown>();
    blocks.set(key, block);
    setOption(block, options, typeof value === 'string' ? value : [...value]);
  }
  return Object.fromEntries([...blocks].map(([key, block]) => [key, toObject(block)]));
}

const jsonObject = z.record(z.string().max(1000), z.unknown());

function parseJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return jsonObject.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function setOption(block: Map<string, unknown>, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0 || (inner.length === 1 && inner[0] === '')) {
    block.set(name, value);
    return;
  }
  const known = block.get(name);
  const nested = known instanceof Map ? (known as Map<string, unknown>) : new Map<string, unknown>();
  block.set(name, nested);
  setOption(nested, inner, value);
}

/** Without a prototype that a name such as `__proto__` could change. */
function toObject(block: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([...block].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]));
}
