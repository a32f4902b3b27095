import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAllowed, type TreeBlock, toBlockId, toItems, toTree } from './mapping.shared.ts';

const types = new Map([
  ['text', { takes: null }],
  ['columns', { takes: 'groups' }],
  ['group', { takes: 'blocks' }],
] as const);

const values = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 3 });
const tree = fc.letrec<{ list: TreeBlock[]; block: TreeBlock }>((tie) => ({
  list: fc.array(tie('block'), { maxLength: 4, depthIdentifier: 'tree' }),
  block: fc
    .record({
      id: fc.stringMatching(/^[a-z0-9]{1,24}$/),
      // The last one is of an extension that is gone.
      type: fc.constantFrom('text', 'columns', 'group', 'gone'),
      values,
      children: fc.oneof({ depthIdentifier: 'tree', depthSize: 'small' }, fc.constant([]), tie('list')),
    })
    .map(({ children, ...block }) => (children.length > 0 ? { ...block, children } : block)),
})).list;

it('has the tree of a page without loss: to the builder and back, through JSON, whatever its types and values', () => {
  fc.assert(
    fc.property(tree, (blocks) => {
      const items = JSON.parse(JSON.stringify(toItems(blocks, types)));
      expect(toTree(items)).toEqual(JSON.parse(JSON.stringify(blocks)));
    }),
    { numRuns: 500 },
  );
});

it('gives new blocks of the builder ids that can be stored, always the same', () => {
  fc.assert(
    fc.property(fc.constantFrom('text', 'page-title'), fc.uuid(), (type, uuid) => {
      const id = toBlockId(`${type}-${uuid}`);
      expect(id).toMatch(/^[a-z0-9]{24}$/);
      expect(toBlockId(id)).toBe(id);
    }),
  );
  expect(toBlockId('a1')).toBe('a1');
});

it('allows blocks only where the server does', () => {
  const text = { id: 't', type: 'text', values: {} };
  const group = (children: readonly TreeBlock[]) => ({ id: 'g', type: 'group', values: {}, children });
  const columns = (children: readonly TreeBlock[]) => ({ id: 'c', type: 'columns', values: {}, children });
  expect(isAllowed([text, columns([group([text])])], types)).toBe(true);
  expect(isAllowed([group([])], types)).toBe(false);
  expect(isAllowed([columns([text])], types)).toBe(false);
  expect(isAllowed([columns([group([group([])])])], types)).toBe(false);
  expect(
    isAllowed(
      Array.from({ length: 151 }, () => text),
      types,
    ),
  ).toBe(false);
  const nest = (levels: number): TreeBlock[] => (levels === 0 ? [] : [columns([group(nest(levels - 1))])]);
  expect([isAllowed(nest(3), types), isAllowed(nest(4), types)]).toEqual([true, false]);
});
