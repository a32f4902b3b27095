import { eachImport } from './arrows.ts';
import type { Finding, Rule } from './boundary-violation.ts';
import { placeOf } from './places.ts';
import { type Source, walk } from './sources.ts';

const barrel: Rule = {
  name: 'barrel',
  because: 'only a feature’s index.ts is a face; any other file that passes things on hides where they live',
  find: ({ product, support }) =>
    [...product, ...support]
      .filter((source) => passesOnOnly(source) && !isFace(source.path))
      .map(({ path }) => ({ file: path, line: 1, what: 'only passes on what other files export' })),
};

function isFace(path: string): boolean {
  const { feature, inside } = placeOf(path);
  return feature !== undefined && inside === 'index.ts';
}

/** Only imports and exports of what was imported, with nothing of its own. */
function passesOnOnly({ program }: Source): boolean {
  const kinds = program.body.map((statement) => {
    if (statement.type === 'ImportDeclaration') return 'import';
    if (statement.type === 'ExportAllDeclaration') return 'export';
    return statement.type === 'ExportNamedDeclaration' && statement.declaration === null ? 'export' : 'own';
  });
  return kinds.includes('export') && !kinds.includes('own');
}

const defaultExport: Rule = {
  name: 'default-export',
  because: 'a name that the importer chooses is a second word for one thing',
  find: ({ product, support }) =>
    [...product, ...support].filter(({ path }) => !/^[\w.]+\.config\.ts$/.test(path)).flatMap(defaultExports),
};

function defaultExports({ path, program, lineAt }: Source): Finding[] {
  return program.body.flatMap((statement) => {
    const named =
      statement.type === 'ExportNamedDeclaration' &&
      statement.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default');
    if (!named && statement.type !== 'ExportDefaultDeclaration') return [];
    return [{ file: path, line: lineAt(statement.start), what: 'has a default export' }];
  });
}

const farImport: Rule = {
  name: 'far-import',
  because: 'a path such as #platform/… says where a thing lives and survives a move',
  find: ({ product, support }) =>
    eachImport([...product, ...support], ({ path }, { specifier, line }) =>
      specifier.startsWith('../../') ? { file: path, line, what: `imports ${specifier}` } : undefined,
    ),
};

const any: Rule = {
  name: 'any',
  because: 'any turns the type check off for all that it touches',
  find: ({ product, support }) => [...product, ...support].flatMap(anysOf),
};

/** Each `any` in a file's types. */
export function anysOf({ path, program, lineAt }: Source): Finding[] {
  const found: Finding[] = [];
  walk(program, {
    TSAnyKeyword: (node) => {
      found.push({ file: path, line: lineAt(node.start), what: 'has a type any' });
    },
  });
  return found;
}

const readable: Rule = {
  name: 'readable',
  because: 'a file that can’t be parsed is a file that no rule has looked at',
  find: ({ product, support }) =>
    [...product, ...support].flatMap(({ path, errors }) =>
      errors.map((error) => ({ file: path, line: 1, what: error })),
    ),
};

export const style: Rule[] = [barrel, defaultExport, farImport, any, readable];
