import { describe, expect, it } from 'vitest';
import { getIslandName, type IslandComponent } from './island.shared.ts';

const islandFiles = import.meta.glob<object>(
  [
    '/src/features/*/islands/*.tsx',
    '/src/ui/islands/*.tsx',
    '/{examples,extensions}/*/islands/*.tsx',
    '/{src/platform,src/ui,src/features,examples,extensions}/**/admin/**/islands/*.tsx',
    '!**/*.test.tsx',
  ],
  { eager: true },
);
// Not executed: what they import may need a document.
const behaviourFiles = import.meta.glob<string>(
  [
    '/src/features/*/islands/*.behaviour.ts',
    '/src/ui/islands/*.behaviour.ts',
    '/{examples,extensions}/*/islands/*.behaviour.ts',
    '/{src/platform,src/ui,src/features,examples,extensions}/**/admin/**/islands/*.behaviour.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
);

describe('the name of a file', () => {
  it.each([
    ['/src/features/product-form/islands/buy-form.tsx', 'product-form/buy-form'],
    ['/src/ui/islands/quantity.tsx', 'ui/quantity'],
    ['/examples/gift-note/islands/note.tsx', 'gift-note/note'],
    ['/src/features/promotions/admin/islands/rule.tsx', 'promotions/admin/rule'],
    ['/src/platform/admin/lists/islands/marks.behaviour.ts', 'platform/admin/lists/marks'],
    ['/src/ui/admin/islands/menus.behaviour.ts', 'ui/admin/menus'],
    ['/src/features/listing/islands/submit-on-change.behaviour.ts', 'listing/submit-on-change'],
  ])('%s is %s', (path, name) => {
    expect(getIslandName(path)).toBe(name);
  });

  it('equals the name of its island, so that the browser finds the file', () => {
    const islands = Object.entries(islandFiles).flatMap(([path, file]) =>
      Object.values(file).flatMap((exported) => {
        const name = (exported as Partial<IslandComponent<object>> | null)?.islandName;
        return name === undefined ? [] : [[path, name] as const];
      }),
    );
    expect(islands.length).toBeGreaterThan(0);
    for (const [path, name] of islands) expect(name, path).toBe(getIslandName(path));
  });

  it.each(Object.entries(behaviourFiles))('%s exports a behaviour', (_path, source) => {
    expect(source).toMatch(/^export (async )?(function|const) behaviour\b/m);
  });
});
