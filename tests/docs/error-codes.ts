import { readSources, type Source, visitNodes } from '../checks/sources.ts';

/** `OUT_OF_STOCK`, `BUSY`. */
const capitals = /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)*$/;
/** Codes of HTTP calls: `not_found`. */
const small = /^[a-z]+(_[a-z]+)*$/;

/**
 * Error codes in the sources below `places`, with their files. A code is a string in a property
 * `code`, in a type `…Code`, or in a call of `failure`, `…Failure`, `reply.refuse` or `new …Error`.
 */
export function findErrorCodes(
  root: string,
  places: readonly string[] = ['src', 'demo/loaders'],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const source of readSources(root, places).filter(({ isTest }) => !isTest)) {
    for (const code of findCodes(source)) found.set(code, [...(found.get(code) ?? []), source.path]);
  }
  return found;
}

function findCodes({ program }: Source): Set<string> {
  const codes = new Set<string>();
  const take = (node: unknown, ...shapes: readonly RegExp[]) => {
    for (const text of findStrings(node)) if (shapes.some((shape) => shape.test(text))) codes.add(text);
  };
  visitNodes(program, {
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      if (id.name.endsWith('Code')) take(typeAnnotation, capitals, small);
    },
    TSPropertySignature({ key, typeAnnotation }) {
      if (key.type === 'Identifier' && key.name === 'code') take(typeAnnotation, capitals);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'code') take(value, capitals);
    },
    CallExpression({ callee, arguments: args }) {
      const isFailure = callee.type === 'Identifier' && /^(\w+F|f)ailure$/.test(callee.name);
      const isRefusal =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'refuse';
      if (isFailure || isRefusal) take(args, capitals, small);
    },
    NewExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error')) take(first, capitals);
    },
  });
  return codes;
}

/** String literals in a node and below, without operands of comparisons and property keys. */
function findStrings(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(findStrings);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, object } = node as { type?: string; value?: unknown; object?: unknown };
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (type === 'BinaryExpression') return [];
  if (type === 'MemberExpression') return findStrings(object);
  return Object.values(node).flatMap(findStrings);
}
