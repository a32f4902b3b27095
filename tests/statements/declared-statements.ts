import { join } from 'node:path';
import type { CallExpression, Expression, Node, TypeNode } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isCallExpression,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isSpreadElement,
  isStringLiteral,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';
import { projectRoot } from '#platform/config/project-root.ts';

/** What values of a TypeScript type are. A type that says nothing (`unknown`) is `unknown`. */
export type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'array' | 'object' | 'null' | 'unknown';
export type Kinds = ReadonlySet<Kind>;

export interface DeclaredStatement {
  readonly name: string;
  /** Columns of the row type; null when the statement declares none. */
  readonly columns: ReadonlyMap<string, Kinds> | null;
  /** Values of each call with a list of values, in the statement's file; those of `namedQuery` once. */
  readonly calls: readonly (readonly Kinds[])[];
}

interface Definition {
  readonly name: string;
  /** Of the constant that holds the statement. */
  readonly variable: string | null;
  /** Type of the row. */
  readonly row: TypeNode | undefined;
  /** Values by their names, of a `namedQuery`, and the type that has them. */
  readonly named: { readonly names: readonly string[]; readonly values: TypeNode } | null;
}

/** Reads the row types and the values of the statements that files define, with the type checker. */
export function readDeclaredStatements(files: readonly string[]): DeclaredStatement[] {
  const api = new API({ cwd: projectRoot });
  try {
    const config = join(projectRoot, 'tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} has no project`);
    return files.flatMap((file) => {
      const source = project.program.getSourceFile(file);
      if (!source) throw new Error(`${file} is not part of tsconfig.json`);
      return readFile(project.checker, source);
    });
  } finally {
    api.close();
  }
}

function readFile(checker: Checker, source: Node): DeclaredStatement[] {
  const calls: CallExpression[] = [];
  const definitions: Definition[] = [];
  const visit = (node: Node, variable: string | null): void => {
    if (isCallExpression(node)) {
      const definition = readDefinition(node, variable);
      if (definition) definitions.push(definition);
      else calls.push(node);
    }
    const name = isVariableDeclaration(node) && isIdentifier(node.name) ? node.name.text : null;
    node.forEachChild((child) => visit(child, name));
  };
  visit(source, null);
  return definitions.map(({ name, variable, row, named }) => ({
    name,
    columns: readColumns(checker, row),
    calls: named ? [readNamedValues(checker, named)] : calls.flatMap((other) => readValues(checker, other, variable)),
  }));
}

/** Of the values of `namedQuery` the type is the first argument, that of the row the second. */
const rowArguments: Readonly<Record<string, number>> = { sqlQuery: 0, namedQuery: 1, namedFind: 1 };

function readDefinition(
  { expression, arguments: given, typeArguments }: CallExpression,
  variable: string | null,
): Definition | null {
  const [name, text] = given;
  const index = isIdentifier(expression) ? rowArguments[expression.text] : undefined;
  if (index === undefined || !name || !isStringLiteral(name)) return null;
  const values = index === 1 ? typeArguments?.[0] : undefined;
  const isText = text && (isStringLiteral(text) || isNoSubstitutionTemplateLiteral(text));
  const names = isText ? [...new Set([...text.text.matchAll(/\$([a-z]\w*)/gi)].map(([, found = '']) => found))] : [];
  return { name: name.text, variable, row: typeArguments?.[index], named: values && isText ? { names, values } : null };
}

function readColumns(checker: Checker, node: TypeNode | undefined): ReadonlyMap<string, Kinds> | null {
  const row = node && checker.getTypeFromTypeNode(node);
  const properties = row ? checker.getPropertiesOfType(row) : [];
  if (properties.length === 0) return null;
  return new Map(
    properties.map((property) => [property.name, readKinds(checker, checker.getTypeOfSymbol(property))] as const),
  );
}

/** The values of a statement with names, in the order of their numbers. One without a property is `unknown`. */
function readNamedValues(checker: Checker, { names, values }: NonNullable<Definition['named']>): readonly Kinds[] {
  const kinds = readColumns(checker, values);
  return names.map((name) => kinds?.get(name) ?? new Set<Kind>(['unknown']));
}

/** The values of a call `statement(db, [value, …])`; none where they are not listed. */
function readValues(checker: Checker, call: CallExpression, variable: string | null): Kinds[][] {
  const [, values] = call.arguments;
  if (!isIdentifier(call.expression) || call.expression.text !== variable) return [];
  if (!values || !isArrayLiteralExpression(values)) return [];
  const [first, ...others] = values.elements;
  const ownerValues = first && isOwnerValues(first) ? ownerKinds : [];
  const listed = ownerValues.length > 0 ? others : values.elements;
  if (listed.some(isSpreadElement)) return [];
  const kinds = listed.map((value: Expression) => readKinds(checker, checker.getTypeAtLocation(value)));
  return [[...ownerValues, ...kinds]];
}

/** What `...toOwnerValues(owner)` adds to a list of values. */
const ownerKinds: readonly Kinds[] = [new Set<Kind>(['string', 'null']), new Set<Kind>(['number', 'null'])];

function isOwnerValues(value: Expression): boolean {
  const call = isSpreadElement(value) ? value.expression : null;
  return (
    call !== null && isCallExpression(call) && isIdentifier(call.expression) && call.expression.text === 'toOwnerValues'
  );
}

const primitiveKinds = [
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Nullable, 'null'],
] as const;

function readKinds(checker: Checker, type: Type | undefined): Kinds {
  if (!type) return new Set(['unknown']);
  // Before unions: `boolean` is the union of its two values.
  for (const [flags, kind] of primitiveKinds) if (type.flags & flags) return new Set([kind]);
  if (type.isUnionType()) return new Set(type.getTypes().flatMap((part) => [...readKinds(checker, part)]));
  // A branded string is `string & { … }`.
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().map((part) => readKinds(checker, part));
    return kinds.find((part) => !part.has('object')) ?? new Set(['object']);
  }
  if (!(type.flags & TypeFlags.Object)) return new Set(['unknown']);
  if (checker.isArrayLikeType(type)) return new Set(['array']);
  return new Set([type.getSymbol()?.name === 'Date' ? 'Date' : 'object']);
}
