import type { Finding, Project, Rule } from './boundary-violation.ts';
import type { Import } from './imports.ts';
import { locateFile } from './locations.ts';
import { type Source, visitNodes } from './sources.ts';

interface Tables {
  /** Table name by file and export name. */
  readonly byExport: ReadonlyMap<string, string>;
  /** Feature folder by table name, of the tables that a `tables.ts` declares. */
  readonly owners: ReadonlyMap<string, string>;
}

const toKey = (path: string, name: string) => `${path} ${name}`;

function readTables({ product }: Project): Tables {
  const byExport = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const source of product) {
    const { feature, inside } = locateFile(source.path);
    if (feature === undefined || inside !== 'tables.ts') continue;
    for (const [name, table] of findDeclaredTables(source)) {
      byExport.set(toKey(source.path, name), table);
      owners.set(table, feature);
    }
  }
  return { byExport, owners };
}

/** `const products = pgTable('products', …)`, or `schema.table('products', …)`. */
function findDeclaredTables({ program }: Source): [name: string, table: string][] {
  const found: [string, string][] = [];
  visitNodes(program, {
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
      const { callee } = init;
      const maker = callee.type === 'MemberExpression' ? callee.property : callee;
      const [first] = init.arguments;
      if (maker.type !== 'Identifier' || !/table$/i.test(maker.name)) return;
      if (first?.type === 'Literal' && typeof first.value === 'string') found.push([id.name, first.value]);
    },
  });
  return found;
}

/** Table names by local name; `catalog.products` for a namespace import. */
function findImportedTables(source: Source, project: Project, tables: Tables): Map<string, string> {
  const named = new Map<string, string>();
  for (const entry of source.imports) {
    if (entry.kind !== 'value' || entry.target === undefined) continue;
    for (const { local, imported } of entry.names) {
      if (local === undefined) continue;
      for (const [name, table] of findExportedTables(entry.target, imported, project, tables)) {
        named.set(imported === '*' ? `${local}.${name}` : local, table);
      }
    }
  }
  return named;
}

/** Tables that a file exports under a name ('*' for all), declared there or re-exported. */
function findExportedTables(
  path: string,
  name: string,
  project: Project,
  tables: Tables,
): [name: string, table: string][] {
  const declared = [...tables.byExport].flatMap(([key, table]): [string, string][] => {
    const [file, exported = ''] = key.split(' ');
    return file === path && (name === '*' || name === exported) ? [[exported, table]] : [];
  });
  const reexported = (project.byPath.get(path)?.imports ?? []).flatMap((entry) =>
    findReexportedTables(entry, name, project, tables),
  );
  return [...declared, ...reexported];
}

function findReexportedTables(entry: Import, name: string, project: Project, tables: Tables): [string, string][] {
  const { target } = entry;
  if (target === undefined || !target.endsWith('/tables.ts')) return [];
  return entry.names.flatMap(({ imported, exported }) => {
    if (exported === undefined) return [];
    if (exported === '*') return findExportedTables(target, name, project, tables);
    if (name !== '*' && name !== exported) return [];
    return findExportedTables(target, imported, project, tables).map(([, table]): [string, string] => [
      exported,
      table,
    ]);
  });
}

const writeMethods = new Set(['insert', 'update', 'delete']);
const writeVerb = String.raw`\b(?:insert\s+into|delete\s+from(?:\s+only)?|truncate(?:\s+table)?|merge\s+into|update(?:\s+only)?)\s+"?`;
const setClause = String.raw`"?\s+(?:(?:as\s+)?\w+\s+)?set\b`;
/** `insert into orders`. 'update orders' is SQL only if `set` follows; otherwise it is English. */
const writeStatement = new RegExp(`${writeVerb}(\\w+)(${setClause})?`, 'gi');
const opensWrite = new RegExp(`${writeVerb}$`, 'i');
const closesUpdate = new RegExp(`^${setClause}`, 'i');
const isUpdate = /update(?:\s+only)?\s+"?$/i;

interface Write {
  readonly table: string;
  readonly start: number;
  readonly inserts: boolean;
}

function findWrites(source: Source, named: ReadonlyMap<string, string>): Write[] {
  const found: Write[] = [];
  const add = (table: string | undefined, start: number, verb: string) =>
    table !== undefined && found.push({ table, start, inserts: /^insert/i.test(verb) });
  const inText = (text: string, start: number) => {
    for (const [whole, table, follows] of text.matchAll(writeStatement)) {
      if (follows !== undefined || !/^update/i.test(whole)) add(table, start, whole);
    }
  };
  visitNodes(source.program, {
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (writeMethods.has(callee.property.name)) add(named.get(toDottedName(first)), start, callee.property.name);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') inText(value, start);
    },
    TemplateLiteral({ quasis, expressions, start }) {
      quasis.forEach(({ value: { raw } }, index) => {
        inText(raw, start);
        const opens =
          opensWrite.test(raw) && (!isUpdate.test(raw) || closesUpdate.test(quasis[index + 1]?.value.raw ?? ''));
        if (opens) add(named.get(toDottedName(expressions[index])), start, opensWrite.exec(raw)?.[0] ?? '');
      });
    },
  });
  return found;
}

/** `products` or `catalog.products`; '' for any other expression. */
function toDottedName(node: unknown): string {
  const { type, name, object, property } = (node ?? {}) as {
    type?: string;
    name?: string;
    object?: { name?: string };
    property?: { name?: string };
  };
  if (type === 'Identifier') return name ?? '';
  return type === 'MemberExpression' ? `${object?.name}.${property?.name}` : '';
}

interface FeatureWrite extends Write {
  readonly source: Source;
  /** Undefined: a file outside of all features. */
  readonly feature: string | undefined;
}

export const tableOwnerRule: Rule = {
  name: 'table-owner',
  because: 'a feature can guarantee the rules of its tables only if nobody else writes them',
  find: (project) => {
    const tables = readTables(project);
    const writes = project.product
      .filter(({ isTest }) => !isTest)
      .flatMap((source): FeatureWrite[] => {
        const { feature } = locateFile(source.path);
        const found = findWrites(source, findImportedTables(source, project, tables));
        return found.map((write) => ({ ...write, source, feature }));
      });
    const byTable = Map.groupBy(writes, ({ table }) => table);
    const findOwner = (table: string) => tables.owners.get(table) ?? findInserter(byTable.get(table) ?? []);
    return writes.flatMap(({ table, start, source, feature }): Finding[] => {
      const owner = findOwner(table);
      if (owner === undefined || owner === feature) return [];
      const what = `writes ${table}, a table of the feature ${owner}`;
      return [{ file: source.path, line: source.lineAt(start), what }];
    });
  },
};

/**
 * The owner of a table that no `tables.ts` declares is the feature that inserts its rows. Of two features that insert,
 * the first one by name counts as the owner, so that the other one is found. English sentences insert nothing.
 */
function findInserter(writes: readonly FeatureWrite[]): string | undefined {
  return writes.flatMap(({ inserts, feature }) => (inserts && feature !== undefined ? feature : [])).sort()[0];
}
