import type { Finding, House, Rule } from './boundary-violation.ts';
import type { Import } from './imports.ts';
import { placeOf } from './places.ts';
import { type Source, walk } from './sources.ts';

/** The name in the database of each table, by the file and name that export it. */
interface Tables {
  readonly byExport: ReadonlyMap<string, string>;
  /** Feature folder by table name. */
  readonly owners: ReadonlyMap<string, string>;
}

const keyOf = (path: string, name: string) => `${path} ${name}`;

function tablesOf({ product }: House): Tables {
  const byExport = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const source of product) {
    const { feature, inside } = placeOf(source.path);
    if (feature === undefined || inside !== 'tables.ts') continue;
    for (const [name, table] of declaredTables(source)) {
      byExport.set(keyOf(source.path, name), table);
      owners.set(table, feature);
    }
  }
  return { byExport, owners };
}

/** `const products = pgTable('products', …)`, or `schema.table('products', …)`. */
function declaredTables({ program }: Source): [name: string, table: string][] {
  const found: [string, string][] = [];
  walk(program, {
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

/** The tables that a file names, by the local name; `catalog.*` where it took all of a tables.ts. */
function namedTables(source: Source, house: House, tables: Tables): Map<string, string> {
  const named = new Map<string, string>();
  for (const one of source.imports) {
    if (one.kind !== 'value' || one.target === undefined) continue;
    for (const { local, imported } of one.names) {
      if (local === undefined) continue;
      for (const [name, table] of exportsOf(one.target, imported, house, tables)) {
        named.set(imported === '*' ? `${local}.${name}` : local, table);
      }
    }
  }
  return named;
}

/** Tables that a file gives out under a name ('*' for all), its own or passed on from another file. */
function exportsOf(path: string, name: string, house: House, tables: Tables): [name: string, table: string][] {
  const own = [...tables.byExport].flatMap(([key, table]): [string, string][] => {
    const [file, exported = ''] = key.split(' ');
    return file === path && (name === '*' || name === exported) ? [[exported, table]] : [];
  });
  const passed = (house.byPath.get(path)?.imports ?? []).flatMap((one) => passedOn(one, name, house, tables));
  return [...own, ...passed];
}

function passedOn(one: Import, name: string, house: House, tables: Tables): [string, string][] {
  const { target } = one;
  if (target === undefined || !target.endsWith('/tables.ts')) return [];
  return one.names.flatMap(({ imported, exported }) => {
    if (exported === undefined) return [];
    if (exported === '*') return exportsOf(target, name, house, tables);
    if (name !== '*' && name !== exported) return [];
    return exportsOf(target, imported, house, tables).map(([, table]): [string, string] => [exported, table]);
  });
}

const writers = new Set(['insert', 'update', 'delete']);
const verb = String.raw`\b(?:insert\s+into|delete\s+from(?:\s+only)?|truncate(?:\s+table)?|merge\s+into|update(?:\s+only)?)\s+"?`;
const set = String.raw`"?\s+(?:(?:as\s+)?\w+\s+)?set\b`;
/** `insert into orders`; 'update orders' is a write only when `set` follows, else it is English. */
const write = new RegExp(`${verb}(\\w+)(${set})?`, 'gi');
const opensWrite = new RegExp(`${verb}$`, 'i');
const closesUpdate = new RegExp(`^${set}`, 'i');
const isUpdate = /update(?:\s+only)?\s+"?$/i;

interface Write {
  readonly table: string;
  readonly start: number;
}

function writesOf(source: Source, named: ReadonlyMap<string, string>): Write[] {
  const found: Write[] = [];
  const add = (table: string | undefined, start: number) => table !== undefined && found.push({ table, start });
  const inText = (text: string, start: number) => {
    for (const [whole, table, follows] of text.matchAll(write)) {
      if (follows !== undefined || !/^update/i.test(whole)) add(table, start);
    }
  };
  walk(source.program, {
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (writers.has(callee.property.name)) add(named.get(dotted(first)), start);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') inText(value, start);
    },
    TemplateLiteral({ quasis, expressions, start }) {
      quasis.forEach(({ value: { raw } }, index) => {
        inText(raw, start);
        const opens =
          opensWrite.test(raw) && (!isUpdate.test(raw) || closesUpdate.test(quasis[index + 1]?.value.raw ?? ''));
        if (opens) add(named.get(dotted(expressions[index])), start);
      });
    },
  });
  return found;
}

/** `products` or `catalog.products` as it is written; '' for anything longer. */
function dotted(node: unknown): string {
  const { type, name, object, property } = (node ?? {}) as {
    type?: string;
    name?: string;
    object?: { name?: string };
    property?: { name?: string };
  };
  if (type === 'Identifier') return name ?? '';
  return type === 'MemberExpression' ? `${object?.name}.${property?.name}` : '';
}

export const tableOwners: Rule = {
  name: 'table-owner',
  because: 'a table’s rules hold only while its owner alone writes it',
  find: (house) => {
    const tables = tablesOf(house);
    return house.product
      .filter(({ isTest }) => !isTest)
      .flatMap((source) => {
        const self = placeOf(source.path).feature;
        return writesOf(source, namedTables(source, house, tables)).flatMap(({ table, start }): Finding[] => {
          const owner = tables.owners.get(table);
          if (owner === undefined || owner === self) return [];
          return [
            { file: source.path, line: source.lineAt(start), what: `writes ${table}, a table of the feature ${owner}` },
          ];
        });
      });
  },
};
