import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../blocks/block.ts';
import { listBlocks } from '../blocks/tree.ts';
import { setValues, sortValues } from './edit-tree.ts';
import { mergeTrees } from './merge-trees.ts';

const text = (id: string, html = id, children: readonly Block[] = []): Block => ({
  ...{ id, type: 'text', values: { html } },
  ...(children.length > 0 ? { children } : {}),
});
const sorted = (blocks: readonly Block[] | null) => blocks?.map(sortValues);
const base = [text('a'), text('b', 'b', [text('c'), text('d')]), text('e')];

describe('the merge of two trees', () => {
  it('keeps what both changed in different blocks, added in one list and moved', () => {
    const mine = [text('n'), text('a', 'mine'), text('b', 'b', [text('c'), text('d')]), text('e')];
    const theirs = [text('a'), text('b', 'theirs', [text('d'), text('c')]), text('e'), text('o')];
    expect(mergeTrees(base, mine, theirs)).toEqual([
      text('n'),
      text('a', 'mine'),
      text('b', 'theirs', [text('d'), text('c')]),
      text('e'),
      text('o'),
    ]);
  });

  it('follows a block that one moved and the other changed, and deletes what nobody else touched', () => {
    const mine = [text('b', 'b', [text('c'), text('a'), text('d')])];
    const theirs = [text('a', 'theirs'), text('b', 'b', [text('c'), text('d')]), text('e')];
    expect(mergeTrees(base, mine, theirs)).toEqual([text('b', 'b', [text('c'), text('a', 'theirs'), text('d')])]);
  });

  it.each([
    ['the same block', [text('a', 'mine')], [text('a', 'theirs')]],
    ['a block that the other deleted', [text('a', 'mine')], []],
    ['a list in two orders', [text('e'), text('a')], [text('e'), text('b'), text('a')].toReversed()],
  ])('gives up where both changed %s', (_, mine, theirs) => {
    const before = [text('a'), text('e'), text('b')];
    const rest = (own: readonly Block[]) => [
      ...own,
      ...before.filter(({ id }) => id !== 'a' && !own.some((each) => each.id === id)),
    ];
    expect(mergeTrees(before, rest(mine), rest(theirs))).toBeNull();
  });

  it('gives up where two blocks would stand in each other, or one in two places', () => {
    const before = [text('a'), text('b'), text('c')];
    const into = (parent: string, child: string) =>
      before
        .filter(({ id }) => id !== child)
        .map((block) => (block.id === parent ? text(parent, parent, [text(child)]) : block));
    expect(mergeTrees(before, into('a', 'b'), into('b', 'a'))).toBeNull();
    expect(mergeTrees(before, into('a', 'c'), into('b', 'c'))).toBeNull();
  });

  const trees = fc.letrec<{ list: Block[]; block: Block }>((tie) => ({
    list: fc.array(tie('block'), { maxLength: 3, depthIdentifier: 'tree' }),
    block: fc
      .tuple(
        fc.string({ maxLength: 3 }),
        fc.oneof({ depthSize: 'small', depthIdentifier: 'tree' }, fc.constant([]), tie('list')),
      )
      .map(([html, children]) => text('x', html, children)),
  })).list;
  /** Ids in the order of the page. */
  const numbered = trees.map((tree) => {
    let count = 0;
    const number = (list: readonly Block[]): Block[] =>
      list.map(({ children, ...block }) => {
        count += 1;
        const own = { ...block, id: `b${count}` };
        return children ? { ...own, children: number(children) } : own;
      });
    return number(tree);
  });

  it('takes the one tree where only one changed it, and both changes of different blocks, whatever the tree', () => {
    fc.assert(
      fc.property(numbered, numbered, fc.nat(), fc.nat(), (before, other, first, second) => {
        expect(mergeTrees(before, other, before)).toEqual(sorted(other));
        expect(mergeTrees(before, before, other)).toEqual(sorted(other));
        expect(mergeTrees(before, other, other)).toEqual(sorted(other));
        const ids = listBlocks(before).map(({ id }) => id);
        const [one, two] = [ids[first % ids.length], ids[second % ids.length]];
        if (one === undefined || two === undefined || one === two) return;
        const change = (tree: readonly Block[], id: string) => setValues(tree, id, { html: `changed ${id}` });
        expect(mergeTrees(before, change(before, one), change(before, two))).toEqual(
          sorted(change(change(before, one), two)),
        );
      }),
    );
  });

  it('never loses a block and never invents one, whatever both did', () => {
    fc.assert(
      fc.property(numbered, numbered, numbered, (before, mine, theirs) => {
        const merged = mergeTrees(before, mine, theirs);
        if (!merged) return;
        const [old, own, others, result] = [before, mine, theirs, merged].map((tree) =>
          listBlocks(tree).map(({ id }) => id),
        );
        const isKept = (id: string) => [own, others].every((ids) => ids?.includes(id)) || !old?.includes(id);
        const expected = [...new Set([...(own ?? []), ...(others ?? [])])].filter(isKept);
        expect(result?.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
