import { unescapeFormula } from '#platform/csv/csv-line.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import type { RowImport } from '#platform/csv/row-import.ts';
import { formatSource, type RedirectProblem, readRedirect } from './redirect-rules.ts';
import { findRedirectBySource, findStoredRedirect, lockRedirects, removeRedirect, saveRedirect } from './redirects.ts';

/** Heads in lower case: those of this shop first, then those of two redirect plugins. */
const heads = {
  source: ['source', 'source url', 'origin'],
  target: ['target', 'target url'],
  regex: ['regex', 'format'],
  code: ['code', 'http code', 'type'],
  status: ['status'],
} as const;
type Field = keyof typeof heads;
const fields = Object.keys(heads) as Field[];
const ignored = ['hits', 'title', 'match', 'last_access', 'id', 'position', 'group', 'action'];

const findField = (head: string): Field | undefined =>
  fields.find((field) => (heads[field] as readonly string[]).includes(head.trim().toLowerCase()));

interface Columns {
  readonly count: number;
  readonly indexes: ReadonlyMap<Field, number>;
  readonly heads: readonly string[];
}

/** Messages about rows of a file. The back office has texts of its own. */
const redirectMessages: Readonly<Record<RedirectProblem, string>> = {
  SOURCE_INVALID: 'expected a path of this shop without a query, such as /old-page',
  SOURCE_RESERVED: 'is an address that the shop itself answers',
  TARGET_INVALID: 'expected a path of this shop or an address, such as /new-page',
  TARGET_NOT_ALLOWED: 'leads to a host that the setting catalog-transfer.redirectHosts does not name',
  REDIRECT_LOOP: 'leads back to itself, or over more than 10 redirects',
  SOURCE_TAKEN: 'has a redirect already',
};

function readColumns(cells: readonly string[], report: ReportBuilder<string>): Columns | null {
  const indexes = new Map<Field, number>();
  let isValid = true;
  for (const [index, cell] of cells.entries()) {
    const head = cell.trim();
    // Plugins write the type of the rule in addition to the status code.
    const found = findField(head);
    const field = found === 'code' && indexes.has('code') ? undefined : found;
    if (field === undefined) {
      if (head !== '' && found === undefined && !ignored.includes(head.toLowerCase()))
        report.addMessage({
          ...{ level: 'warning', line: 1, column: head, code: 'UNKNOWN_COLUMN' },
          message: 'the shop does not support this column, so it was ignored',
        });
    } else if (indexes.has(field)) {
      const message = 'appears twice in the header, so nothing was imported; remove one of them';
      report.addMessage({ level: 'error', line: 1, column: head, code: 'COLUMN_TWICE', message });
      isValid = false;
    } else indexes.set(field, index);
  }
  for (const field of ['source', 'target'] as const) {
    if (indexes.has(field)) continue;
    const message = `the header has no column '${field}'`;
    report.addMessage({ level: 'error', line: 1, column: '', code: 'UNREADABLE', message });
    isValid = false;
  }
  return isValid ? { count: cells.length, indexes, heads: cells } : null;
}

export const redirectImport: RowImport<Columns> = {
  heads: ['source', 'target'],
  isHead: (head) => findField(head) !== undefined,
  readColumns,
  listNumbers: () => [],
  async save(shop, tx, { columns, row, isRolledBack = false }, report) {
    const get = (field: Field) => unescapeFormula((row.cells[columns.indexes.get(field) ?? -1] ?? '').trim());
    const refuse = (field: Field, message: string) => {
      const column = columns.heads[columns.indexes.get(field) ?? -1] ?? '';
      report.addMessage({ level: 'error', line: row.line, column, code: 'BAD_VALUE', message });
      return null;
    };
    const regex = get('regex').toLowerCase();
    if (regex !== '' && regex !== '0' && regex !== 'plain' && regex !== 'false')
      return refuse('regex', 'patterns are not supported: write one row for each address');
    const code = get('code');
    if (/^4\d\d$/.test(code)) return refuse('code', `${code} is no redirect`);
    if (get('status').toLowerCase() === 'disabled') return refuse('status', 'is switched off in the other shop');
    const input = { source: get('source'), target: get('target') };
    const read = readRedirect(shop, input);
    if (!read.ok) return refuse(read.field, redirectMessages[read.code]);
    // A dry run needs no lock: its redirects are rolled back, so it can't create a loop.
    const isLocking = !isRolledBack;
    if (isLocking) await lockRedirects(tx, []);
    const before = await findRedirectBySource(tx, read.redirect.source);
    const label = read.redirect.source;
    const toFields = ({ source, target }: typeof input) => ({ source, target });
    if (before?.target === read.redirect.target)
      return { outcome: 'unchanged', id: before.id, label, before: toFields(before), after: toFields(before) };
    const saved = await saveRedirect(shop, tx, before?.id ?? null, input, { isLocking });
    if (!saved.ok) return refuse(saved.field, redirectMessages[saved.code]);
    return {
      ...{ outcome: before ? 'updated' : 'created', id: saved.id, label },
      ...{ before: before && toFields(before), after: toFields(saved.redirect) },
    };
  },
  async undo(shop, tx, { id, before, after }) {
    const current = await findStoredRedirect(tx, id, true);
    if (!current) return 'it was deleted after the import';
    if (current.source !== after.source || current.target !== after.target)
      return 'it was changed after the import, so it stays as it is';
    if (before === null) {
      await removeRedirect(tx, id);
      return null;
    }
    const input = { source: formatSource(String(before.source)), target: String(before.target) };
    const saved = await saveRedirect(shop, tx, id, input);
    return saved.ok ? null : redirectMessages[saved.code];
  },
};
