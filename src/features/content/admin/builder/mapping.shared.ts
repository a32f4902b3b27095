import type { BuilderType } from './contract.shared.ts';

/** A stored block. */
export interface TreeBlock {
  readonly id: string;
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly children?: readonly TreeBlock[];
}

/** A block in the data of the builder. Its children are in a slot. */
export interface BuilderItem {
  readonly type: string;
  readonly props: {
    readonly id: string;
    readonly values?: Readonly<Record<string, unknown>>;
    readonly slot?: readonly BuilderItem[];
    /** The stored block when its type is unknown. It is moved and deleted as a whole. */
    readonly stored?: TreeBlock;
  };
}

export type BuilderTypes = ReadonlyMap<string, Pick<BuilderType, 'takes'>>;

/** Placeholder for unknown types. No type has this name. */
export const unknownType = '?';
export const groupType = 'group';

const maxBlocks = 150;
const maxLevels = 6;

export function toItems(blocks: readonly TreeBlock[], types: BuilderTypes): BuilderItem[] {
  return blocks.map((block) => {
    const { id, type, values, children = [] } = block;
    const known = types.get(type);
    if (!known || (known.takes === null && children.length > 0))
      return { type: unknownType, props: { id, stored: block } };
    return { type, props: { id, values, ...(known.takes === null ? {} : { slot: toItems(children, types) }) } };
  });
}

export function toTree(items: readonly BuilderItem[]): TreeBlock[] {
  return items.map(({ type, props: { id, values = {}, slot = [], stored } }) => {
    if (stored) return stored;
    const children = toTree(slot);
    return { id: toBlockId(id), type, values, ...(children.length > 0 ? { children } : {}) };
  });
}

/**
 * Shortens an id: the builder calls new blocks `text-5f0c…` with a UUID, and stored ids have at most 24 letters and
 * digits.
 */
export function toBlockId(id: string): string {
  return /^[a-z0-9]{1,24}$/.test(id)
    ? id
    : id
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(-24);
}

/** Whether all blocks are in allowed places and within the limits. */
export function isAllowed(blocks: readonly TreeBlock[], types: BuilderTypes): boolean {
  let count = 0;
  const check = (list: readonly TreeBlock[], parent: TreeBlock | null, level: number): boolean =>
    (list.length === 0 || level <= maxLevels) &&
    list.every((block) => {
      count += 1;
      const takes = parent === null ? 'blocks' : types.get(parent.type)?.takes;
      // Blocks below an unknown type are kept unchecked.
      const isPlaced = takes === undefined || (takes !== null && (takes === 'groups') === (block.type === groupType));
      return isPlaced && check(block.children ?? [], block, level + 1);
    });
  return check(blocks, null, 1) && count <= maxBlocks;
}
