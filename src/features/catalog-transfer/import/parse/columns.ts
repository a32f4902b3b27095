import { type FoundHead, findHead } from './heads/find-head.ts';
import type { ColumnField } from './heads/head-fields.ts';

export type { ColumnField } from './heads/head-fields.ts';

type ColumnPart = 'name' | 'values' | 'visible' | 'global' | 'default' | 'url';

export interface Columns {
  readonly heads: readonly string[];
  readonly fields: ReadonlyMap<ColumnField, number>;
  /** Grams or millimetres per unit named in the head. */
  readonly units: ReadonlyMap<ColumnField, number>;
  /** Column indexes of each attribute, in the order of the attribute numbers. */
  readonly attributes: readonly ReadonlyMap<ColumnPart, number>[];
  readonly downloads: readonly ReadonlyMap<ColumnPart, number>[];
  readonly meta: readonly { readonly key: string; readonly index: number }[];
  readonly unknown: readonly { readonly head: string; readonly index: number }[];
  readonly unknownUnits: readonly { readonly head: string; readonly field: ColumnField }[];
  readonly duplicateHeads: readonly string[];
}

/** Maps other heads, in lower case, to heads of the format. An empty value means that the column is ignored. */
export type ColumnMapping = ReadonlyMap<string, string>;

/**
 * Reads mappings of the command: `Artikelnummer=SKU`, `Eigenschaft # Name=Attribute # name`, `Lagerplatz=`.
 * @returns an error message when a mapping is invalid
 */
export function readMapping(mappings: readonly string[]): ColumnMapping | string {
  const found = new Map<string, string>();
  for (const written of mappings) {
    const at = written.lastIndexOf('=');
    const [head, target] = [written.slice(0, at).trim().toLowerCase(), written.slice(at + 1).trim()];
    if (at === -1 || head === '') return `'${written}' must be 'column of the file=column of the format'`;
    if (target !== '' && findHead(target.replace('#', '1')) === null)
      return `'${target}' is no column of the format, such as 'SKU' or 'Attribute 1 name'`;
    found.set(head, target);
  }
  return found;
}

/** Returns the head to which the mapping maps a head of the file. `#` stands for a number in both. */
function mapHead(head: string, mapping: ColumnMapping): string {
  const key = head.toLowerCase();
  const [digits = ''] = /\d{1,3}/.exec(key) ?? [];
  return mapping.get(key) ?? mapping.get(key.replace(digits, '#'))?.replace('#', digits) ?? head;
}

/** @param only the fields that are read. Default: all */
export function readColumns(
  heads: readonly string[],
  mapping: ColumnMapping = new Map(),
  only: readonly ColumnField[] | null = null,
): Columns {
  const columns = findColumns(heads, mapping);
  if (only === null) return columns;
  const isLeftOut = (field: ColumnField) => !only.includes(field);
  const leftOut = [...columns.fields].filter(([field]) => isLeftOut(field));
  const groups = [...columns.attributes, ...columns.downloads].flatMap((group) => [...group.values()]);
  const indexes = [...leftOut.map(([, index]) => index), ...groups, ...columns.meta.map(({ index }) => index)];
  return {
    ...columns,
    fields: new Map([...columns.fields].filter(([field]) => !isLeftOut(field))),
    ...{ attributes: [], downloads: [], meta: [] },
    unknown: [...columns.unknown, ...indexes.map((index) => ({ head: heads[index] ?? '', index }))],
  };
}

function findColumns(heads: readonly string[], mapping: ColumnMapping): Columns {
  const fields = new Map<ColumnField, number>();
  const units = new Map<ColumnField, number>();
  const attributes = new Map<number, Map<ColumnPart, number>>();
  const downloads = new Map<number, Map<ColumnPart, number>>();
  const meta = new Map<string, number>();
  const unknown: { head: string; index: number }[] = [];
  const unknownUnits: { head: string; field: ColumnField }[] = [];
  const duplicateHeads: string[] = [];
  for (const [index, written] of heads.entries()) {
    const head = written.trim();
    const setIndex = <Key>(indexes: Map<Key, number>, key: Key) => {
      if (indexes.has(key)) duplicateHeads.push(head);
      return indexes.set(key, index);
    };
    const found: FoundHead | null = findHead(mapHead(head, mapping));
    if (found === null) unknown.push({ head, index });
    else if (found.kind === 'single') setIndex(fields, found.field);
    else if (found.kind === 'measure' && found.unit === null) unknownUnits.push({ head, field: found.field });
    else if (found.kind === 'measure') {
      setIndex(fields, found.field);
      units.set(found.field, found.unit ?? 1);
    } else if (found.kind === 'numbered') {
      const [group, part] = found.field.split('.') as ['attribute' | 'download', ColumnPart];
      const groups = group === 'attribute' ? attributes : downloads;
      groups.set(found.number, setIndex(groups.get(found.number) ?? new Map<ColumnPart, number>(), part));
    } else if (found.kind === 'meta') setIndex(meta, found.key);
  }
  return {
    ...{ heads, fields, units, unknown, unknownUnits, duplicateHeads },
    attributes: sortByNumber(attributes),
    downloads: sortByNumber(downloads),
    meta: [...meta].map(([key, index]) => ({ key, index })),
  };
}

export function isKnownHead(head: string): boolean {
  const found = findHead(head);
  return found !== null && found.kind !== 'ignored' && found.kind !== 'meta';
}

function sortByNumber(groups: ReadonlyMap<number, ReadonlyMap<ColumnPart, number>>): ReadonlyMap<ColumnPart, number>[] {
  return [...groups].toSorted(([first], [second]) => first - second).map(([, group]) => group);
}
