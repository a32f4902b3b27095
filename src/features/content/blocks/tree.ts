import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { listFields } from '#platform/forms/field.ts';
import { readForm } from '#platform/forms/read-form.ts';
import { toForm } from '#platform/forms/show-form.ts';
import type { Block, BlockContainer, BlockDefinition, BlockPlace } from './block.ts';
import { getBlockTypes } from './block-types.ts';

export const maxBlocks = 150;
/** Maximum levels of blocks. A tree with six levels nests blocks five times. */
export const maxLevels = 6;
/** Maximum characters of a tree as JSON. The database stores it with spaces, and has a limit of 500,000 bytes. */
const maxTreeLength = 180_000;
const maxTreeBytes = 400_000;
/** Only groups may be children of tabs, accordions and columns. */
export const groupType = 'group';
/** A block that stands for the published blocks of an entry. */
export const reusableType = 'reusable';

type TreeProblem =
  | 'TREE_INVALID'
  | 'TREE_TOO_LARGE'
  | 'TOO_MANY_BLOCKS'
  | 'TOO_MANY_LEVELS'
  | 'BLOCK_ID_TWICE'
  | 'BLOCK_MISPLACED'
  | 'BLOCK_INVALID';

export type TreeResult =
  | { readonly ok: true; readonly blocks: readonly Block[] }
  | { readonly ok: false; readonly code: TreeProblem; readonly blockId?: string; readonly message?: string };

/** A block without its children. */
export const blockShape = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{1,24}$/),
  type: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  values: z.record(z.string().max(60), z.unknown()),
  children: z.array(z.unknown()).max(maxBlocks).optional(),
});

export function listBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => [block, ...listBlocks(block.children ?? [])]);
}

export const listReusedIds = (blocks: readonly Block[]): number[] =>
  listBlocks(blocks).flatMap(({ type, values: { entry } }) =>
    type === reusableType && typeof entry === 'number' ? [entry] : [],
  );

/** Prefixes block ids, which are unique only within a tree, so that several trees can be on one page. */
export const prefixIds = (block: Block, prefix: string): Block => ({
  ...block,
  id: `${prefix}${block.id}`,
  ...(block.children ? { children: block.children.map((child) => prefixIds(child, prefix)) } : {}),
});

/** Checks only the structure of a tree. Levels below the limit are not read, so nesting can't exhaust the stack. */
export function readTree(value: unknown): TreeResult {
  const ids = new Set<string>();
  const read = (list: readonly unknown[], level: number): Block[] | Exclude<TreeResult, { readonly ok: true }> => {
    if (level > maxLevels && list.length > 0) return { ok: false, code: 'TOO_MANY_LEVELS' };
    const blocks: Block[] = [];
    for (const item of list) {
      const parsed = blockShape.safeParse(item);
      if (!parsed.success) return { ok: false, code: 'TREE_INVALID' };
      const { children = [], ...block } = parsed.data;
      if (ids.has(block.id)) return { ok: false, code: 'BLOCK_ID_TWICE', blockId: block.id };
      ids.add(block.id);
      if (ids.size > maxBlocks) return { ok: false, code: 'TOO_MANY_BLOCKS' };
      const below = read(children, level + 1);
      if ('ok' in below) return below;
      blocks.push(below.length > 0 ? { ...block, children: below } : block);
    }
    return blocks;
  };
  if (!Array.isArray(value)) return { ok: false, code: 'TREE_INVALID' };
  const blocks = read(value, 1);
  return 'ok' in blocks ? blocks : { ok: true, blocks };
}

/**
 * Reads the values of a block. Missing fields get their initial value.
 * @returns null when the values do not fit the fields, such as after an extension has changed
 */
export function readValues(shop: Shop, definition: BlockDefinition, { values }: Pick<Block, 'values'>): object | null {
  const fields = listFields(definition.fields(shop));
  const initial = definition.initial as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const { key, field } of fields) {
    const parsed = field.kind.json(field).safeParse(Object.hasOwn(values, key) ? values[key] : initial[key]);
    if (!parsed.success) return null;
    read[key] = parsed.data;
  }
  return read;
}

/**
 * Checks a tree before it is saved: its size, the places of its blocks, and the values of each block by its fields.
 * @param root container at the top level: a page, or a menu
 */
export function checkTree(shop: Shop, value: unknown, root: BlockContainer = 'blocks'): TreeResult {
  const tree = readTree(value);
  if (!tree.ok) return tree;
  const json = JSON.stringify(tree.blocks);
  if (json.length > maxTreeLength || Buffer.byteLength(json) > maxTreeBytes)
    return { ok: false, code: 'TREE_TOO_LARGE' };
  if (!isStorable(json)) return { ok: false, code: 'TREE_INVALID' };
  const types = getBlockTypes(shop);
  const check = (blocks: readonly Block[], parent: Block | null): TreeResult | null => {
    for (const block of blocks) {
      const problem = (isMisplaced(types, block, parent, root) && misplaced(block)) || checkBlock(shop, types, block);
      if (problem) return problem;
      const below = check(block.children ?? [], block);
      if (below) return below;
    }
    return null;
  };
  return check(tree.blocks, null) ?? tree;
}

/** PostgreSQL accepts neither U+0000 nor unpaired surrogates. `JSON.stringify` has written both as escapes. */
const isStorable = (json: string): boolean => !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(json);

const misplaced = ({ id }: Block): TreeResult => ({ ok: false, code: 'BLOCK_MISPLACED', blockId: id });

/** Places of the blocks that each container takes. `block` stands for all types that declare no place. */
const acceptedPlaces: Readonly<Record<BlockContainer, readonly (BlockPlace | 'block' | 'group')[]>> = {
  blocks: ['block', 'page'],
  groups: ['group'],
  menu: ['menu', 'menu-item'],
  'menu-items': ['menu-item', 'menu-part', 'block'],
  'menu-columns': ['menu-column'],
};

/**
 * Whether a container takes blocks of a type. A menu accepts unknown types, so that it keeps the blocks of a removed
 * extension.
 */
export function canTake(
  container: BlockContainer,
  type: string,
  definition: Pick<BlockDefinition, 'stands'> | undefined,
): boolean {
  if (container === 'menu' && !definition) return true;
  return acceptedPlaces[container].includes(type === groupType ? 'group' : (definition?.stands ?? 'block'));
}

/** Blocks of an unknown type, and the blocks below them, stay as they are. */
export function isMisplaced(
  types: ReadonlyMap<string, BlockDefinition>,
  { type }: Pick<Block, 'type'>,
  parent: Pick<Block, 'type'> | null,
  root: BlockContainer = 'blocks',
): boolean {
  if (root === 'menu' && types.get(type)?.stands === 'page') return true;
  if (parent !== null && !types.has(parent.type)) return false;
  const takes = parent === null ? root : types.get(parent.type)?.takes;
  return takes === undefined || !canTake(takes, type, types.get(type));
}

function checkBlock(shop: Shop, types: ReadonlyMap<string, BlockDefinition>, block: Block): TreeResult | null {
  const definition = types.get(block.type);
  if (!definition) return null;
  const values = readValues(shop, definition, block);
  const refuse = (message?: string): TreeResult => ({
    ...{ ok: false, code: 'BLOCK_INVALID', blockId: block.id },
    ...(message === undefined ? {} : { message }),
  });
  if (!values) return refuse();
  const fields = definition.fields(shop);
  const [problem] = readForm({ t: shop.t, form: toForm(values, fields) }, fields).problems;
  return problem ? refuse(problem.message) : null;
}
