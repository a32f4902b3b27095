import { posix } from 'node:path';
import { type ParseResult, Visitor } from 'oxc-parser';

type Program = ParseResult['program'];
type Statement = Program['body'][number];

export interface ImportedName {
  /** The name in this file; undefined where it is only passed on by `export … from`. */
  readonly local: string | undefined;
  /** The name in the other file; '*' for all of it. */
  readonly imported: string;
  /** The name under which it is passed on. */
  readonly exported: string | undefined;
}

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /**
   * `type` leaves nothing in the JavaScript. `import { type A }` is a value: under verbatimModuleSyntax it still loads
   * the other file. `dynamic` is `import()`.
   */
  readonly kind: 'value' | 'type' | 'dynamic';
  /** The file meant, from the root; undefined for a package or a built-in module. */
  readonly target: string | undefined;
  readonly names: readonly ImportedName[];
}

export type LineAt = (offset: number) => number;

/** All that a file takes from others: imports, `export … from`, `import()` and `import('…')` types. */
export function importsOf(
  path: string,
  program: Program,
  lineAt: LineAt,
  aliases: readonly (readonly [string, string])[],
): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, start: number, kind: Import['kind'], names: ImportedName[] = []) =>
    found.push({ specifier, line: lineAt(start), kind, target: targetOf(path, specifier, aliases), names });
  for (const statement of program.body) {
    const source = sourceOf(statement);
    if (source !== undefined) add(source.specifier, statement.start, source.kind, namesOf(statement));
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

function sourceOf(statement: Statement): { specifier: string; kind: 'value' | 'type' } | undefined {
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

function namesOf(statement: Statement): ImportedName[] {
  if (statement.type === 'ExportAllDeclaration') {
    const exported = statement.exported ? nameOf(statement.exported) : '*';
    return [{ local: undefined, imported: '*', exported }];
  }
  if (statement.type === 'ExportNamedDeclaration') {
    return statement.specifiers.map(({ local, exported }) => ({
      local: undefined,
      imported: nameOf(local),
      exported: nameOf(exported),
    }));
  }
  if (statement.type !== 'ImportDeclaration') return [];
  return statement.specifiers.map((specifier) => ({
    local: specifier.local.name,
    imported: importedName(specifier),
    exported: undefined,
  }));
}

type Specifier = Extract<Statement, { type: 'ImportDeclaration' }>['specifiers'][number];

function importedName(specifier: Specifier): string {
  if (specifier.type === 'ImportSpecifier') return nameOf(specifier.imported);
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** Follows `./x.ts` and the `imports` of package.json; a query such as `?url` belongs to the build, not to the file. */
function targetOf(
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
