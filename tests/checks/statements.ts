import type { Finding, House, Rule } from './boundary-violation.ts';
import { placeOf } from './places.ts';
import { type Source, walk } from './sources.ts';

interface Statement {
  /** `{}` stands for a value in a template. */
  readonly name: string;
  readonly source: Source;
  readonly line: number;
}

/** Statements whose names are written in the call of `sqlQuery`. */
function statementsOf({ product }: House): Statement[] {
  const found: Statement[] = [];
  for (const source of product.filter(({ isTest }) => !isTest)) {
    walk(source.program, {
      CallExpression({ callee, arguments: [first], start }) {
        if (callee.type !== 'Identifier' || callee.name !== 'sqlQuery') return;
        const name =
          first?.type === 'TemplateLiteral'
            ? first.quasis.map(({ value }) => value.raw).join('{}')
            : first?.type === 'Literal' && typeof first.value === 'string' && first.value;
        if (name) found.push({ name, source, line: source.lineAt(start) });
      },
    });
  }
  return found;
}

/** The feature, or the folder of the platform. */
function ownerOf(path: string): string {
  const { feature, inside, layer } = placeOf(path);
  return feature?.split('/').at(-1) ?? (layer === 'platform' ? (inside.split('/')[0] ?? '') : layer);
}

export const statementNames: Rule = {
  name: 'statement-name',
  because: 'PostgreSQL shows statements by name, and a name must lead to one place in the code',
  find: (house) => {
    const first = new Map<string, Statement>();
    return statementsOf(house).flatMap((statement): Finding[] => {
      const { name, source, line } = statement;
      const other = first.get(name);
      if (!other) first.set(name, statement);
      const finding = (what: string) => ({ file: source.path, line, what });
      const owner = ownerOf(source.path);
      return [
        ...(other ? [finding(`'${name}' is also the name of a statement in ${other.source.path}`)] : []),
        ...(name.startsWith(`${owner}.`) ? [] : [finding(`'${name}' does not begin with '${owner}.'`)]),
      ];
    });
  },
};
