import type { Block } from '../blocks/block.ts';
import { listBlocks } from '../blocks/tree.ts';
import { sortValues } from './edit-tree.ts';

/** Id of the page itself as a parent. No block has this id. */
const page = '';

interface Taken {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly parents: ReadonlyMap<string, string>;
  /** Child ids of each parent, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/**
 * Merges two people's changes of one tree. Blocks are matched by id. Each block, and the order of each list, may have
 * been changed by one person.
 * @returns null when both people changed the same block or order
 */
export function mergeTrees(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
): readonly Block[] | null {
  const [old, own, other] = [takeApart(base), takeApart(mine), takeApart(theirs)];
  const blocks = new Map<string, Block>();
  for (const id of new Set([...own.blocks.keys(), ...other.blocks.keys()])) {
    const merged = mergeBlock(id, old, own, other);
    if (merged === null) return null;
    if (merged !== 'deleted') blocks.set(id, merged);
  }
  const lists = new Map<string, readonly string[]>();
  for (const parent of [page, ...blocks.keys()]) {
    const [was, ownList, otherList] = [old, own, other].map(({ lists: all }) => all.get(parent) ?? []);
    const merged = mergeLists(was ?? [], ownList ?? [], otherList ?? []);
    if (merged === null) return null;
    lists.set(
      parent,
      merged.filter((id) => blocks.has(id)),
    );
  }
  // A block moved to two places, or two blocks moved into each other, occur twice or not at all.
  const placed = [...lists.values()].flat();
  if (placed.length !== blocks.size || new Set(placed).size !== placed.length) return null;
  const merged = buildTree(page, blocks, lists);
  return listBlocks(merged).length === blocks.size ? merged : null;
}

function takeApart(tree: readonly Block[]): Taken {
  const [blocks, parents, lists] = [new Map<string, Block>(), new Map<string, string>(), new Map<string, string[]>()];
  const take = (list: readonly Block[], parent: string) => {
    lists.set(
      parent,
      list.map(({ id }) => id),
    );
    for (const { children = [], ...block } of list) {
      blocks.set(block.id, sortValues(block));
      parents.set(block.id, parent);
      take(children, block.id);
    }
  };
  take(tree, page);
  return { blocks, parents, lists };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function mergeBlock(id: string, old: Taken, own: Taken, other: Taken): Block | 'deleted' | null {
  const [was, mine, theirs] = [old, own, other].map(({ blocks }) => blocks.get(id));
  if (mine && theirs) {
    if (isSame(mine, theirs) || isSame(was, theirs)) return mine;
    return isSame(was, mine) ? theirs : null;
  }
  const kept = mine ?? theirs;
  if (!was || !kept) return kept ?? 'deleted';
  // One person deleted the block. The other must not have changed the block, its children or its place.
  const keeper = mine ? own : other;
  const isUntouched =
    isSame(was, kept) &&
    isSame(old.lists.get(id), keeper.lists.get(id)) &&
    old.parents.get(id) === keeper.parents.get(id);
  return isUntouched ? 'deleted' : null;
}

/** Merges two orders of a list. Returns null when both people reordered the blocks that both lists have. */
function mergeLists(
  was: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] | null {
  if (isSame(mine, theirs) || isSame(was, theirs)) return mine;
  if (isSame(was, mine)) return theirs;
  const common = new Set(was.filter((id) => mine.includes(id) && theirs.includes(id)));
  const [order, ownOrder, otherOrder] = [was, mine, theirs].map((list) => list.filter((id) => common.has(id)));
  const isOwnOrder = !isSame(order, ownOrder);
  if (isOwnOrder && !isSame(order, otherOrder) && !isSame(ownOrder, otherOrder)) return null;
  const [first, second] = isOwnOrder ? [mine, theirs] : [theirs, mine];
  const result = first.filter((id) => common.has(id) || !was.includes(id));
  for (const [index, id] of second.entries()) {
    if (was.includes(id) || result.includes(id)) continue;
    const before = second.slice(0, index).findLast((each) => result.includes(each));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
  }
  return result;
}

function buildTree(parent: string, blocks: Taken['blocks'], lists: Taken['lists']): Block[] {
  return (lists.get(parent) ?? []).flatMap((id) => {
    const block = blocks.get(id);
    const children = buildTree(id, blocks, lists);
    return block ? [children.length > 0 ? { ...block, children } : block] : [];
  });
}
