import { createHash } from 'node:crypto';
import { redirectImport } from '#features/catalog-transfer/index.ts';
import { couponImport } from '#features/promotions/index.ts';
import { rateImport } from '#features/taxes/index.ts';
import { createEncodingWarnings, detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { createReportBuilder, type RowMessage } from '#platform/csv/report.ts';
import type { ImportedRow, RowImport, StoredFields } from '#platform/csv/row-import.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createNotationDetector, type NumberNotation } from '#platform/input/read-number.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import { importTexts as texts } from '../texts.ts';
import {
  type CheckedRow,
  type FieldDifference,
  type FileToCheck,
  findMeaning,
  type ImportKind,
  labelRow,
  reasonHead,
} from './kind.ts';

interface RowReading {
  /** The meanings by which columns are read. */
  readonly heads: readonly string[];
  readonly notation: NumberNotation;
}

interface RowKind<Columns>
  extends Pick<ImportKind, 'id' | 'text' | 'requires' | 'subject' | 'example' | 'asksDecimal'> {
  readonly rows: RowImport<Columns>;
}

const toFingerprint = (before: StoredFields | null) =>
  before === null ? '' : createHash('sha256').update(JSON.stringify(before)).digest('base64url');

const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function compareFields(before: StoredFields | null, after: StoredFields): FieldDifference[] {
  return Object.keys(after)
    .map((field) => ({ field, before: toText(before?.[field]), after: toText(after[field]) }))
    .filter((difference) => difference.before !== difference.after)
    .map(({ field, before, after }) => ({ field, before: cutText(before, 500), after: cutText(after, 500) }));
}

class RowRefused extends Error {}

/**
 * Saves a row in a savepoint.
 * @param refuse returns why the row must not be saved, given the stored object
 */
async function saveRow<Columns>(
  shop: Shop,
  tx: Tx,
  { rows }: RowKind<Columns>,
  input: Parameters<RowImport<Columns>['save']>[2],
  refuse: (saved: ImportedRow) => string | null,
): Promise<{ readonly saved: ImportedRow | null; readonly messages: readonly RowMessage[] }> {
  const report = createReportBuilder<string>();
  const { line } = input.row;
  const addError = (code: string, message: string) =>
    report.addMessage({ level: 'error', line, column: '', code, message });
  let saved: ImportedRow | null = null;
  try {
    await inTransaction(tx, async (savepoint) => {
      saved = await rows.save(shop, savepoint, input, report);
      const problem = saved && refuse(saved);
      if (problem) addError('REFUSED', problem);
      if (saved === null || problem) throw new RowRefused();
    });
  } catch (error) {
    saved = null;
    const isData = /^(?:2[23]|54)/.test(postgresError(error)?.code ?? '');
    if (isData) addError('BAD_VALUE', postgresError(error)?.message ?? 'the database rejected it');
    else if (!(error instanceof RowRefused)) throw error;
  }
  return { saved, messages: report.report().messages };
}

const changedSince = 'somebody has changed this row of the shop since the file was checked; check the file again';

class DryRunRollback extends Error {}

function defineRowKind<Columns>(kind: RowKind<Columns>): ImportKind {
  const { rows, ...rest } = kind;
  const readColumns = (heads: readonly string[]) => rows.readColumns(heads, createReportBuilder<string>());
  return {
    ...{ ...rest, heads: rows.heads, meanings: rows.heads, isHead: rows.isHead, asksDates: false },
    async check(shop, file) {
      const head = await readHead(kind, file);
      const { columns } = head;
      if (columns === null) return { reading: null, messages: head.messages, rows: [], stages: () => [] };
      let checked: CheckedRow[] = [];
      await inTransaction(shop.db, async (tx) => {
        checked = await saveAll(shop, tx, kind, file, { ...head, columns });
        throw new DryRunRollback();
      }).catch((error: unknown) => {
        if (!(error instanceof DryRunRollback)) throw error;
      });
      const isChange = ({ outcome }: CheckedRow) => outcome === 'created' || outcome === 'updated';
      return {
        ...{ reading: { heads: head.heads, notation: head.notation }, messages: head.messages, rows: checked },
        stages: () => [{ stage: 'rows', lines: checked.filter(isChange).map(({ line }) => line) }],
      };
    },
    async apply(shop, tx, { reading, rows: given }) {
      const { heads, notation } = reading as unknown as RowReading;
      const columns = readColumns(heads);
      if (!columns) throw new Error('the columns of a checked file can no longer be read');
      const results = [];
      for (const { fingerprint, ...row } of given) {
        const refuse = ({ before }: ImportedRow) => (toFingerprint(before) === fingerprint ? null : changedSince);
        results.push({ line: row.line, ...(await saveRow(shop, tx, kind, { columns, row, notation }, refuse)) });
      }
      return {
        messages: results.flatMap(({ messages }) => messages),
        changes: results.flatMap(({ line, saved }) => {
          if (!saved) return [];
          const { id, outcome, label, before, after } = saved;
          const fields = compareFields(before, after);
          return [{ line, outcome, label, subject: { id }, auditId: id, fields, before, after }];
        }),
      };
    },
    async undo(shop, tx, changes) {
      const problems = new Map<number, string>();
      for (const { id, subject, before, after } of changes) {
        // Use a savepoint, so that a change that can't be undone remains complete.
        await inTransaction(tx, async (savepoint) => {
          const problem = await rows.undo(shop, savepoint, { id: Number(subject.id), before, after });
          if (problem !== null) throw new RowRefused(problem);
        }).catch((error: unknown) => {
          if (!(error instanceof RowRefused)) throw error;
          problems.set(id, error.message);
        });
      }
      return problems;
    },
  };
}

/** Reads the header and detects how numbers are written. */
async function readHead<Columns>({ rows }: RowKind<Columns>, { path, options }: FileToCheck) {
  const report = createReportBuilder<string>();
  const format = await detectFormat(path, rows.isHead);
  for (const message of createEncodingWarnings(format)) report.addMessage(message);
  const detector = createNotationDetector();
  let columns: Columns | null = null;
  let heads: readonly string[] = [];
  let isHeader = true;
  let total = 0;
  try {
    for await (const row of readRows(path, format)) {
      if (isHeader && 'cells' in row) {
        heads = row.cells.map((head) => (head.trim() === reasonHead ? '' : (findMeaning(options, head) ?? head)));
        columns = rows.readColumns(heads, report);
      } else if ('cells' in row && columns !== null)
        for (const index of rows.listNumbers(columns)) detector.add(row.cells[index] ?? '');
      total += isHeader ? 0 : 1;
      isHeader = false;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = `${error.message}; nothing after this line was read`;
    report.addMessage({ level: 'error', line: error.line, column: '', code: 'UNREADABLE', message });
  }
  const notation = options.decimal === undefined ? detector.getNotation() : { decimal: options.decimal };
  return { format, columns, heads, notation, total, messages: report.report().messages };
}

type Head<Columns> = Omit<Awaited<ReturnType<typeof readHead<Columns>>>, 'columns'> & { readonly columns: Columns };

async function saveAll<Columns>(
  shop: Shop,
  tx: Tx,
  kind: RowKind<Columns>,
  { path, onProgress }: FileToCheck,
  { format, columns, notation, total }: Head<Columns>,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  const linesById = new Map<number, number>();
  let isHeader = true;
  try {
    for await (const row of readRows(path, format)) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      const { line } = row;
      const base = { line, sourceLines: [line], fields: [], fingerprint: '' };
      if ('problem' in row) {
        const message: RowMessage = { level: 'error', line, column: '', code: 'BROKEN_ROW', message: row.problem };
        checked.push({ ...base, cells: [], outcome: 'refused', label: '', messages: [message] });
        continue;
      }
      const refuse = ({ id }: ImportedRow) =>
        linesById.has(id) ? `duplicate of line ${linesById.get(id)}: both are the same` : null;
      const { saved, messages } = await saveRow(shop, tx, kind, { columns, row, notation, isRolledBack: true }, refuse);
      if (saved) linesById.set(saved.id, line);
      checked.push({
        ...{ ...base, cells: row.cells, messages, outcome: saved?.outcome ?? 'refused' },
        label: saved?.label ?? labelRow(row.cells),
        fingerprint: saved ? toFingerprint(saved.before) : '',
        fields: saved && saved.outcome !== 'unchanged' ? compareFields(saved.before, saved.after) : [],
      });
      onProgress(checked.length, total);
    }
  } catch (error) {
    // The check of the header reports unreadable files.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return checked;
}

/**
 * Example coupon code. It is a constant because a literal after `code:` in capitals would count as an error code of
 * the program.
 */
const exampleCode = 'WELCOME10';

export const rowKinds: readonly ImportKind[] = [
  defineRowKind({
    ...{ id: 'coupons', text: texts.coupons, requires: 'promotions.write', subject: 'coupon', asksDecimal: true },
    rows: couponImport,
    example: [
      {
        code: exampleCode,
        description: 'For new customers',
        type: 'percent',
        amount: '10',
        'free shipping': 'no',
        'minimum spend': '20.00',
        starts: '2027-01-01',
        ends: '2027-12-31',
        enabled: 'yes',
      },
    ],
  }),
  defineRowKind({
    ...{ id: 'tax-rates', text: texts.taxRates, requires: 'taxes.write', subject: 'tax-rate', asksDecimal: false },
    rows: rateImport,
    example: [
      { 'Country Code': 'GB', 'Rate %': '20.0000', 'Tax Name': 'VAT', Priority: '1', Compound: '0', Shipping: '1' },
    ],
  }),
  defineRowKind({
    ...{ id: 'redirects', text: texts.redirects, requires: 'redirects.write', subject: 'redirect', asksDecimal: false },
    rows: redirectImport,
    example: [{ source: '/old-page', target: '/category/cups' }],
  }),
];
