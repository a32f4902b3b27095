import type { Finding, Project, Rule } from './boundary-violation.ts';
import { locateFile } from './locations.ts';
import { type Source, visitNodes } from './sources.ts';

interface Statement {
  /** `{}` stands for a value in a template. */
  readonly name: string;
  readonly source: Source;
  readonly line: number;
}

/** Statements with a literal name in their call of `sqlQuery`. */
function findStatements({ product }: Project): Statement[] {
  const found: Statement[] = [];
  for (const source of product.filter(({ isTest }) => !isTest)) {
    visitNodes(source.program, {
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

/** The feature or the platform's folder of a file. */
function getOwner(path: string): string {
  const { feature, inside, layer } = locateFile(path);
  return feature?.split('/').at(-1) ?? (layer === 'platform' ? (inside.split('/')[0] ?? '') : layer);
}

export const statementNameRule: Rule = {
  name: 'statement-name',
  because: 'PostgreSQL shows statements by name, and a name must identify one place in the code',
  find: (project) => {
    const first = new Map<string, Statement>();
    return findStatements(project).flatMap((statement): Finding[] => {
      const { name, source, line } = statement;
      const other = first.get(name);
      if (!other) first.set(name, statement);
      const finding = (what: string) => ({ file: source.path, line, what });
      const owner = getOwner(source.path);
      return [
        ...(other ? [finding(`'${name}' is also the name of a statement in ${other.source.path}`)] : []),
        ...(name.startsWith(`${owner}.`) ? [] : [finding(`'${name}' does not begin with '${owner}.'`)]),
      ];
    });
  },
};
