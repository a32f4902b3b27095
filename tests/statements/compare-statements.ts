import type { DeclaredStatement, Kinds } from './declared-statements.ts';
import { type DescribedStatement, getColumnKind, listParameterKinds } from './described-statements.ts';

/**
 * Compares a statement's row type and values with what PostgreSQL says of it. Whether a column may be
 * null is known of plain columns only, not of expressions and outer joins.
 * @returns one sentence for each mismatch
 */
export function compareStatement(declared: DeclaredStatement, described: DescribedStatement): string[] {
  return [...compareColumns(declared, described), ...compareValues(declared, described)];
}

const showKinds = (kinds: Kinds) => [...kinds].join(' | ');

function compareColumns({ name, columns }: DeclaredStatement, described: DescribedStatement): string[] {
  if (!columns) return [];
  const found = new Map(described.columns.map((column) => [column.name, column]));
  return [
    ...[...columns].flatMap(([column, kinds]) => {
      const selected = found.get(column);
      if (!selected) return [`${name}: the row type has '${column}', which is not selected`];
      const { type, isNullable } = selected;
      const kind = getColumnKind(type);
      if (isNullable && !kinds.has('null') && !kinds.has('unknown'))
        return [`${name}: '${column}' may be null, its row type says ${showKinds(kinds)}`];
      const others = [...kinds].filter((declared) => declared !== 'null' && declared !== kind);
      if (kind === 'unknown' || kinds.has('unknown') || others.length === 0) return [];
      return [`${name}: '${column}' is ${type} (${kind}), its row type says ${showKinds(kinds)}`];
    }),
    ...[...found.keys()].flatMap((column) =>
      columns.has(column) ? [] : [`${name}: '${column}' is selected, but not in the row type`],
    ),
  ];
}

function compareValues({ name, calls }: DeclaredStatement, { parameters }: DescribedStatement): string[] {
  return calls.flatMap((values) => {
    if (values.length !== parameters.length)
      return [`${name}: has ${parameters.length} parameters, and is called with ${values.length} values`];
    return values.flatMap((kinds, index) => {
      const type = parameters[index] ?? '';
      const accepted = new Set(listParameterKinds(type));
      const others = [...kinds].filter((kind) => kind !== 'null' && kind !== 'unknown' && !accepted.has(kind));
      return others.length === 0 ? [] : [`${name}: $${index + 1} is ${type}, and gets ${showKinds(kinds)}`];
    });
  });
}
