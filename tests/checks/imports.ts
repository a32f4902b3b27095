import { posix } from 'node:path';
import { type ParseResult, Visitor } from 'oxc-parser';

type Program = ParseResult['program'];
type Statement = Program['body'][number];

export interface ImportedName {
  /** The name in this file; undefined for `export … from`. */
  readonly local: string | undefined;
  /** The name in the other file; '*' for all names. */
  readonly imported: string;
  /** The name under which it is exported again. */
  readonly exported: string | undefined;
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /**
   * `type` is erased. `import { type A }` is a value import: under verbatimModuleSyntax it still
   * loads the other file. `dynamic` is `import()`.
   */
  readonly kind: 'value' | 'type' | 'dynamic';
  /** Path from the root; undefined for packages and built-in modules. */
  readonly target: string | undefined;
  readonly names: readonly ImportedName[];
}

export type LineAt = (offset: number) => number;

/** All imports of a file: `import`, `export … from`, `import()` and `import('…')` types. */
export function readImports(
  path: string,
  program: Program,
  lineAt: LineAt,
  aliases: readonly (readonly [string, string])[],
): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, start: number, kind: Import['kind'], names: ImportedName[] = []) =>
    found.push({ specifier, line: lineAt(start), kind, target: resolveTarget(path, specifier, aliases), names });
  for (const statement of program.body) {
    const source = readSpecifier(statement);
    if (source !== undefined) add(source.specifier, statement.start, source.kind, readImportedNames(statement));
  }
  new Visitor({
    ImportExpression(node) {
      if (node.source.type === 'Literal') add(String(node.source.value), node.start, 'dynamic');
    },
    TSImportType(node) {
      add(node.source.value, node.start, 'type');
    },
  }).visit(program);
  return found;
}

function readSpecifier(statement: Statement): { specifier: string; kind: 'value' | 'type' } | undefined {
  switch (statement.type) {
    case 'ImportDeclaration':
      return { specifier: statement.source.value, kind: statement.importKind === 'type' ? 'type' : 'value' };
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      if (!statement.source) return undefined;
      return { specifier: statement.source.value, kind: statement.exportKind === 'type' ? 'type' : 'value' };
    }
    default:
      return undefined;
  }
}

function readImportedNames(statement: Statement): ImportedName[] {
  if (statement.type === 'ExportAllDeclaration') {
    const exported = statement.exported ? readName(statement.exported) : '*';
    return [{ local: undefined, imported: '*', exported }];
  }
  if (statement.type === 'ExportNamedDeclaration') {
    return statement.specifiers.map(({ local, exported }) => ({
      local: undefined,
      imported: readName(local),
      exported: readName(exported),
    }));
  }
  if (statement.type !== 'ImportDeclaration') return [];
  return statement.specifiers.map((specifier) => ({
    local: specifier.local.name,
    imported: readImportedName(specifier),
    exported: undefined,
  }));
}

type Specifier = Extract<Statement, { type: 'ImportDeclaration' }>['specifiers'][number];

function readImportedName(specifier: Specifier): string {
  if (specifier.type === 'ImportSpecifier') return readName(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function readName(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** Resolves relative paths and the `imports` of package.json, without queries such as `?url`. */
function resolveTarget(
  from: string,
  specifier: string,
  aliases: readonly (readonly [string, string])[],
): string | undefined {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('.')) return posix.join(posix.dirname(from), plain);
  for (const [pattern, target] of aliases) {
    const [start, end] = pattern.split('*');
    if (end === undefined && plain === pattern) return posix.normalize(target);
    if (end !== undefined && start !== undefined && plain.startsWith(start) && plain.endsWith(end)) {
      return posix.normalize(target.replace('*', plain.slice(start.length, plain.length - end.length)));
    }
  }
  return undefined;
}
