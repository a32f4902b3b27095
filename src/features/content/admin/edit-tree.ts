import { randomBytes } from 'node:crypto';
import type { Block, BlockContainer, BlockDefinition } from '../blocks/block.ts';
import { canTake, isMisplaced, listBlocks, maxBlocks, maxLevels, readTree } from '../blocks/tree.ts';

type Types = ReadonlyMap<string, BlockDefinition>;

/** Actions on a block of the outline. */
export const edits = ['up', 'down', 'in', 'out', 'duplicate', 'delete'] as const;
export type Edit = (typeof edits)[number];

const createId = (): string => BigInt(`0x${randomBytes(8).toString('hex')}`).toString(36);

/** Copies a block and its descendants with new ids. */
const copy = (block: Block): Block => ({
  ...block,
  id: createId(),
  ...(block.children ? { children: block.children.map(copy) } : {}),
});

/** Returns the type of a container that takes one type only. */
export const findOnlyType = (takes: BlockContainer | undefined, types: Types): BlockDefinition | undefined =>
  takes === 'groups' || takes === 'menu-columns'
    ? [...types.values()].find((type) => canTake(takes, type.name, type))
    : undefined;

/** Creates a block with initial values. A container of groups or columns gets some: two columns, or one tab. */
export function createBlock({ name, initial, takes }: BlockDefinition, types: Types): Block {
  const only = findOnlyType(takes, types);
  const count = name === 'columns' || takes === 'menu-columns' ? 2 : 1;
  const children = only && Array.from({ length: count }, () => createBlock(only, types));
  return { id: createId(), type: name, values: { ...(initial as Block['values']) }, ...(children ? { children } : {}) };
}

export const findBlock = (blocks: readonly Block[], id: string): Block | null =>
  listBlocks(blocks).find((block) => block.id === id) ?? null;

function replace(blocks: readonly Block[], id: string, by: (block: Block) => readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.id === id) return by(block);
    return block.children ? [withChildren(block, replace(block.children, id, by))] : [block];
  });
}

function withChildren({ children: _, ...block }: Block, children: readonly Block[]): Block {
  return children.length === 0 ? block : { ...block, children };
}

const withLastChild = (parent: Block, child: Block): Block => ({
  ...parent,
  children: [...(parent.children ?? []), child],
});

export const setValues = (blocks: readonly Block[], id: string, values: Block['values']): Block[] =>
  replace(blocks, id, (block) => [{ ...block, values }]);

/** Adds a block after another block or as its last child; without another block at the end of the page. */
export function addBlock(
  types: Types,
  blocks: readonly Block[],
  block: Block,
  at: { readonly after: string } | { readonly inside: string } | null,
  root: BlockContainer = 'blocks',
): readonly Block[] | null {
  if (at === null) return returnIfValid(types, [...blocks, block], root);
  const added =
    'after' in at
      ? replace(blocks, at.after, (found) => [found, block])
      : replace(blocks, at.inside, (found) => [withLastChild(found, block)]);
  return returnIfValid(types, added, root);
}

/** @returns null when the action is not possible, such as moving up the first block */
export function editTree(
  types: Types,
  blocks: readonly Block[],
  id: string,
  edit: Edit,
  root: BlockContainer = 'blocks',
): readonly Block[] | null {
  const block = findBlock(blocks, id);
  if (!block) return null;
  const without = replace(blocks, id, () => []);
  if (edit === 'delete') return without;
  const change = (of: readonly Block[], target: string, by: (found: Block) => readonly Block[]) =>
    returnIfValid(types, replace(of, target, by), root);
  if (edit === 'duplicate') return change(blocks, id, (found) => [found, copy(found)]);
  const parent = listBlocks(blocks).find(({ children }) => children?.some((child) => child.id === id)) ?? null;
  const siblings = parent?.children ?? blocks;
  const index = siblings.findIndex((sibling) => sibling.id === id);
  if (edit === 'out') return parent && change(without, parent.id, (found) => [found, block]);
  const other = siblings[edit === 'down' ? index + 1 : index - 1];
  if (!other) return null;
  return change(without, other.id, (found) => {
    if (edit === 'in') return [withLastChild(found, block)];
    return edit === 'up' ? [block, found] : [found, block];
  });
}

/** Returns null for a tree that exceeds the limits or has a block in a place where it is not allowed. */
function returnIfValid(types: Types, blocks: readonly Block[], root: BlockContainer): readonly Block[] | null {
  const isRight = (list: readonly Block[], parent: Block | null, level: number): boolean =>
    (list.length === 0 || level <= maxLevels) &&
    list.every((block) => !isMisplaced(types, block, parent, root) && isRight(block.children ?? [], block, level + 1));
  return listBlocks(blocks).length <= maxBlocks && isRight(blocks, null, 1) ? blocks : null;
}

/**
 * Reads the tree from the form, which holds it as pieces of JSON.
 * @returns null when the pieces are no valid tree
 */
export function readPieces(pieces: readonly string[]): readonly Block[] | null {
  if (pieces.length === 0) return [];
  try {
    const tree = readTree(JSON.parse(pieces.join('')));
    return tree.ok ? tree.blocks.map(sortValues) : null;
  } catch {
    return null;
  }
}

const pieceLength = 50_000;

export function toPieces(blocks: readonly Block[]): string[] {
  const json = JSON.stringify(blocks);
  return Array.from({ length: Math.ceil(json.length / pieceLength) }, (_, index) =>
    json.slice(index * pieceLength, (index + 1) * pieceLength),
  );
}

/** Sorts the keys of values as the database does, so that equal values have equal JSON. */
export function sortValues({ id, type, values, children }: Block): Block {
  const sorted = { id, type, values: sortKeys(values) as Block['values'] };
  return children ? { ...sorted, children: children.map(sortValues) } : sorted;
}

export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
