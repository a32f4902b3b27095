import type { Finding, Rule } from './boundary-violation.ts';
import { findInImports } from './layers.ts';
import { locateFile } from './locations.ts';
import { type Source, visitNodes } from './sources.ts';

const barrelRule: Rule = {
  name: 'barrel',
  because: 'only index.ts and browser.ts of a feature re-export; any other barrel hides where things are',
  find: ({ product, support }) =>
    [...product, ...support]
      .filter((source) => isBarrel(source) && !isFeatureFace(source.path))
      .map(({ path }) => ({ file: path, line: 1, what: 'only re-exports from other files' })),
};

function isFeatureFace(path: string): boolean {
  const { feature, inside } = locateFile(path);
  return feature !== undefined && (inside === 'index.ts' || inside === 'browser.ts');
}

/** Whether a file has only imports and re-exports. */
function isBarrel({ program }: Source): boolean {
  const kinds = program.body.map((statement) => {
    if (statement.type === 'ImportDeclaration') return 'import';
    if (statement.type === 'ExportAllDeclaration') return 'export';
    return statement.type === 'ExportNamedDeclaration' && statement.declaration === null ? 'export' : 'own';
  });
  return kinds.includes('export') && !kinds.includes('own');
}

const defaultExportRule: Rule = {
  name: 'default-export',
  because: 'the importer of a default export can choose another name for it',
  find: ({ product, support }) =>
    [...product, ...support].filter(({ path }) => !/(^|\/)[\w.]+\.config\.ts$/.test(path)).flatMap(findDefaultExports),
};

function findDefaultExports({ path, program, lineAt }: Source): Finding[] {
  return program.body.flatMap((statement) => {
    const named =
      statement.type === 'ExportNamedDeclaration' &&
      statement.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default');
    if (!named && statement.type !== 'ExportDefaultDeclaration') return [];
    return [{ file: path, line: lineAt(statement.start), what: 'has a default export' }];
  });
}

const farImportRule: Rule = {
  name: 'far-import',
  because: 'a path such as #platform/… shows where a file is and survives a move',
  find: ({ product, support }) =>
    findInImports([...product, ...support], ({ path }, { specifier, line }) =>
      specifier.startsWith('../../') ? { file: path, line, what: `imports ${specifier}` } : undefined,
    ),
};

const anyRule: Rule = {
  name: 'any',
  because: 'any turns type checking off',
  find: ({ product, support }) => [...product, ...support].flatMap(findAnys),
};

/** Each `any` in a file's types. */
export function findAnys({ path, program, lineAt }: Source): Finding[] {
  const found: Finding[] = [];
  visitNodes(program, {
    TSAnyKeyword: (node) => {
      found.push({ file: path, line: lineAt(node.start), what: 'has a type any' });
    },
  });
  return found;
}

const readableRule: Rule = {
  name: 'readable',
  because: 'no rule can check a file that can’t be parsed',
  find: ({ product, support }) =>
    [...product, ...support].flatMap(({ path, errors }) =>
      errors.map((error) => ({ file: path, line: 1, what: error })),
    ),
};

export const styleRules: Rule[] = [barrelRule, defaultExportRule, farImportRule, anyRule, readableRule];
