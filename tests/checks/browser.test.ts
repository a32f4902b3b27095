import { describe, expect, it } from 'vitest';
import { checkBoundaries } from './boundaries.ts';
import { createProject } from './create-project.ts';

const feature = {
  'src/app/app.ts': `import { feature } from '#features/cart/feature.ts';\nexport const list = [feature];`,
  'src/features/cart/feature.ts': 'export const feature = { needs: [] };',
  'src/features/cart/index.ts': `export { add } from './cart.ts';`,
  'src/features/cart/cart.ts': `import { z } from 'zod';\nexport const add = () => z;`,
  'src/features/cart/contract.ts': `export const path = '/cart';`,
  'src/features/cart/texts.ts': 'export const texts = {};',
};

function violationsIn(files: Record<string, string>): string[] {
  const { violations } = checkBoundaries(createProject({ ...feature, ...files }), []);
  return violations.filter(({ rule }) => rule === 'browser').map(({ file, line, what }) => `${file}:${line} ${what}`);
}

const island = 'src/features/cart/islands/row.tsx';

describe('what a browser may load', () => {
  it('is islands, contracts, *.shared.ts, browser folders of the platform, ui and listed packages', () => {
    const found = violationsIn({
      [island]: `
        import { useState } from 'react';
        import { jsx } from 'react/jsx-runtime';
        import { hydrateRoot } from 'react-dom/client';
        import { atom } from 'nanostores';
        import { useStore } from '@nanostores/react';
        import { Idiomorph } from 'idiomorph';
        import { path } from '../contract.ts';
        import { total } from '../totals.shared.ts';
        import { call } from '#platform/calls/browser/call.ts';
        import { callPath } from '#platform/calls/contract.ts';
        import { Button } from '#ui/button.tsx';
        import './row.css';`,
      'src/features/cart/islands/row.css': '',
      'src/features/cart/totals.shared.ts': 'export const total = 1;',
      'src/platform/calls/browser/call.ts': 'export const call = 1;',
      'src/platform/calls/contract.ts': `export const callPath = '/call';`,
      'src/ui/button.tsx': 'export const Button = 1;',
    });
    expect(found).toEqual([]);
  });

  it('is no server code, schema library, server text or other package', () => {
    const found = violationsIn({
      [island]: `
        import { z } from 'zod';
        import { readFile } from 'node:fs';
        import fs from 'fs';
        import { texts } from '../texts.ts';
        import { add } from '../index.ts';
        import { add as same } from '../cart.ts';
        import lodash from 'lodash/get';`,
    });
    expect(found.map((line) => line.replace(/^\S+:(\d+) loads (\S+?),.*$/, '$1 $2'))).toEqual([
      '2 zod',
      '3 node:fs',
      '4 fs',
      '5 src/features/cart/texts.ts',
      '6 src/features/cart/index.ts',
      '7 src/features/cart/cart.ts',
      '8 lodash/get',
    ]);
  });

  it('excludes type imports, but not `import { type X }`, which still loads the file', () => {
    expect(
      violationsIn({ [island]: `import type { Row } from '../cart.ts';\nexport type { Cart } from '../cart.ts';` }),
    ).toEqual([]);
    expect(violationsIn({ [island]: `import { type Row } from '../cart.ts';` })).toHaveLength(1);
  });

  it('includes dynamic imports', () => {
    expect(violationsIn({ [island]: `export const later = () => import('../texts.ts');` })).toHaveLength(1);
  });

  it('is checked transitively, and the violation names the import path', () => {
    const found = violationsIn({
      [island]: `import { Button } from '#ui/button.tsx';`,
      'src/ui/button.tsx': `import { format } from './format.ts';\nexport const Button = format;`,
      'src/ui/format.ts': `import IntlMessageFormat from 'intl-messageformat';\nexport const format = IntlMessageFormat;`,
      'src/ui/for-the-server.ts': `import { join } from 'node:path';\nexport const x = join;`,
    });
    expect(found).toEqual([
      `src/ui/format.ts:1 loads intl-messageformat, which is not on the list of packages for the browser (${island} → src/ui/button.tsx → src/ui/format.ts)`,
    ]);
  });

  it('is also checked from contracts, browser.ts, *.shared.ts and browser folders of the platform', () => {
    const found = violationsIn({
      'src/features/cart/contract.ts': `import { z } from 'zod';\nexport const path = z;`,
      'src/features/cart/browser.ts': `export { add } from './cart.ts';`,
      'src/features/cart/sums.shared.ts': `import './cart.ts';`,
      'src/platform/fragments/browser/morph.ts': `import '../fragments.ts';`,
      'src/platform/fragments/fragments.ts': 'export const x = 1;',
      'src/platform/islands/island.tsx': `import { renderToString } from 'react-dom/server';\nexport const x = renderToString;`,
    });
    expect(found.map((line) => line.split(' ')[0]).sort()).toEqual([
      'src/features/cart/browser.ts:1',
      'src/features/cart/contract.ts:1',
      'src/features/cart/sums.shared.ts:1',
      'src/platform/fragments/browser/morph.ts:1',
    ]);
  });

  it('has a list of packages of its own in the back office', () => {
    const found = violationsIn({
      'src/features/cart/admin/islands/grid.tsx': `import 'altcha-lib';\nimport 'idiomorph';`,
      'src/platform/admin/lists/islands/marks.behaviour.ts': `import '../list.ts';`,
      'src/platform/admin/lists/list.ts': 'export const x = 1;',
    });
    expect(found).toEqual([
      'src/features/cart/admin/islands/grid.tsx:1 loads altcha-lib, which is not on the list of packages for the browser',
      'src/platform/admin/lists/islands/marks.behaviour.ts:1 loads src/platform/admin/lists/list.ts, which is not made for the browser',
    ]);
  });
});
