import { readSources, type Source, walk } from '../checks/sources.ts';

/** `OUT_OF_STOCK`; a single word too: `BUSY`. */
const capitals = /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)*$/;
/** As calls have them: `not_found`. */
const small = /^[a-z]+(_[a-z]+)*$/;

/**
 * Every error code that the sources below `places` name, with the files that do. A code is found where it is given: in a property `code` of a type
 * or a value, in a type that is called `…Code`, in a call of `failure`, `…Failure` or `reply.refuse`, in `new …Error(code, …)`.
 */
export function errorCodes(root: string, places: readonly string[] = ['src', 'demo/loaders']): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const source of readSources(root, places).filter(({ isTest }) => !isTest)) {
    for (const code of codesIn(source)) found.set(code, [...(found.get(code) ?? []), source.path]);
  }
  return found;
}

function codesIn({ program }: Source): Set<string> {
  const codes = new Set<string>();
  const take = (node: unknown, ...shapes: readonly RegExp[]) => {
    for (const text of stringsIn(node)) if (shapes.some((shape) => shape.test(text))) codes.add(text);
  };
  walk(program, {
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      if (id.name.endsWith('Code')) take(typeAnnotation, capitals, small);
    },
    TSPropertySignature({ key, typeAnnotation }) {
      if (key.type === 'Identifier' && key.name === 'code') take(typeAnnotation, capitals);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'code') take(value, capitals);
    },
    CallExpression({ callee, arguments: given }) {
      const isFailure = callee.type === 'Identifier' && /^(\w+F|f)ailure$/.test(callee.name);
      const isRefusal =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'refuse';
      if (isFailure || isRefusal) take(given, capitals, small);
    },
    NewExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error')) take(first, capitals);
    },
  });
  return codes;
}

/** The string literals in a node and all below it, but not those that are only compared with or looked up by. */
function stringsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(stringsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, object } = node as { type?: string; value?: unknown; object?: unknown };
  if (type === 'Literal') return typeof value === 'string' ? [value] : [];
  if (type === 'BinaryExpression') return [];
  if (type === 'MemberExpression') return stringsIn(object);
  return Object.values(node).flatMap(stringsIn);
}
