import type { Shop } from '#platform/features/shop.ts';
import { CursorPagination } from '#ui/admin/cursor-pagination.tsx';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { ViewTabs } from '#ui/admin/view-tabs.tsx';
import { type ImportCounts, listRows, type ShownRow, type StoredImport } from '../imports/import-store.ts';
import { type RowOutcome, rowOutcomes } from '../kinds/kind.ts';
import { importPath } from '../paths.ts';
import { importTexts as texts } from '../texts.ts';

const pageSize = 50;
const shownOutcomes = [...rowOutcomes, 'left'] as const;
type ShownOutcome = (typeof shownOutcomes)[number];

const tones = { created: 'success', updated: 'info', unchanged: 'neutral', refused: 'error' } as const;

export interface RowsInput {
  readonly outcome: ShownOutcome | null;
  readonly after: number;
  /** Contains one row more than a page when there is a next page. */
  readonly found: readonly ShownRow[];
}

export async function loadRows({ db }: Shop, { id }: StoredImport, query: URLSearchParams): Promise<RowsInput> {
  const outcome = shownOutcomes.find((each) => each === query.get('outcome')) ?? null;
  const after = Number(/^\d{1,9}$/.exec(query.get('after') ?? '')?.[0] ?? 0);
  return { outcome, after, found: await listRows(db, { id, outcome, after, limit: pageSize + 1 }) };
}

interface ImportedRowsProps {
  readonly shop: Shop;
  readonly file: StoredImport;
  readonly counts: ImportCounts;
  readonly rows: RowsInput;
}

export function ImportedRows({ shop, file, counts, rows: { outcome, after, found } }: ImportedRowsProps) {
  const { t } = shop;
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const href = (to: ShownOutcome | null, line = 0) => {
    const query = new URLSearchParams({ ...(to && { outcome: to }), ...(line > 0 && { after: String(line) }) });
    return query.size === 0 ? importPath(file.id) : `${importPath(file.id)}?${query}`;
  };
  const numbers = { ...counts.shown, left: counts.left };
  const tabs = [null, ...shownOutcomes]
    .filter((each) => each !== 'left' || counts.left > 0)
    .map((each) => ({
      href: href(each),
      text: t(texts[each ?? 'all']),
      isCurrent: each === outcome,
      count: String(each === null ? file.total : numbers[each]),
    }));
  return (
    <>
      <ViewTabs label={t(texts.rows)} tabs={tabs} />
      {rows.length === 0 ? (
        <ListState kind="no-match" text={t(texts.noRows)} />
      ) : (
        <DataTable
          label={t(texts.rows)}
          columns={[
            { id: 'row', title: t(texts.row), onPhone: 'title' },
            { id: 'result', title: t(texts.result), onPhone: 'badge' },
            { id: 'line', title: t(texts.line), align: 'end' },
            { id: 'details', title: t(texts.details) },
          ]}
          rows={rows.map((row) => createRow(shop, row))}
        />
      )}
      <CursorPagination
        label={t(texts.pages)}
        summary={t(texts.shown, { count: rows.length })}
        previous={{ text: t(texts.first), href: after === 0 ? null : href(outcome) }}
        next={{ text: t(texts.nextPage), href: found.length > pageSize && last ? href(outcome, last.line) : null }}
      />
    </>
  );
}

function createRow(
  { t }: Shop,
  { line, sourceLines, outcome, result, label, fields, messages, leftBecause }: ShownRow,
) {
  const shown: RowOutcome = result ?? outcome;
  return {
    id: line,
    cells: {
      row: label,
      line: sourceLines[0] ?? line,
      result: (
        <StateBadge tone={tones[shown]} isOpen={result === null}>
          {t(texts[shown])}
        </StateBadge>
      ),
      details: (
        <ul>
          {leftBecause !== null && <li>{leftBecause}</li>}
          {messages.map(({ column, message, code }) => (
            <li key={`${code} ${column} ${message}`}>
              {column === '' ? message : t(texts.inColumn, { column, message })}
            </li>
          ))}
          {fields.map(({ field, before, after }, index) => (
            // A field may change in two stages.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>
              <strong>{field}</strong>:{' '}
              {outcome === 'created'
                ? after
                : t(texts.from, { before: before || t(texts.empty), after: after || t(texts.empty) })}
            </li>
          ))}
        </ul>
      ),
    },
  };
}
