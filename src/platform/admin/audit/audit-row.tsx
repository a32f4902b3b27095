import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getDateFormat } from '#platform/texts/formats.ts';
import type { TableRow } from '#ui/admin/data-table.tsx';
import { ChangeList } from '#ui/admin/timeline.tsx';
import { writeAuditAddress } from './audit-address.ts';
import { findSubjectPath, formatAction, formatSubject } from './audit-kinds.ts';
import type { AuditRow } from './list-audit.ts';
import { auditTexts as texts } from './texts.ts';

/**
 * An entry as a row: its object leads to the object's page.
 * @param isHistory all rows are about one object
 */
export function createAuditTableRow(shop: Shop, actor: Actor, row: AuditRow, isHistory: boolean): TableRow {
  const { id, subjectKind, subjectId } = row;
  const history = isHistory ? null : writeAuditAddress({ subject: { kind: subjectKind, id: subjectId } });
  return {
    id,
    href: findSubjectPath(shop, actor, row) ?? undefined,
    cells: {
      object: formatSubject(shop, row),
      what: <ActionCell shop={shop} actor={actor} row={row} history={history} />,
      changes: <AuditChanges shop={shop} row={row} />,
      who: (
        <>
          <Who shop={shop} row={row} />
          <br />
          <When shop={shop} at={row.at} />
        </>
      ),
    },
  };
}

interface RowProps {
  readonly shop: Shop;
  readonly row: AuditRow;
}

function ActionCell({
  shop,
  actor,
  row,
  history,
}: RowProps & { readonly actor: Actor; readonly history: string | null }) {
  const { action, runId } = row;
  const runSubject = { subjectKind: 'run', subjectId: String(runId) };
  const runPath = runId === null ? null : findSubjectPath(shop, actor, runSubject);
  return (
    <>
      {formatAction(shop, action)}{' '}
      {runPath !== null && <a href={runPath}>{shop.t(texts.inRun, { id: String(runId) })}</a>}{' '}
      {history !== null && (
        <a href={history} aria-label={shop.t(texts.ofObject, { object: formatSubject(shop, row) })}>
          {shop.t(texts.history)}
        </a>
      )}
    </>
  );
}

function Who({ shop, row: { by, byKind, byStaffId, network } }: RowProps) {
  const { t } = shop;
  const kinds = { system: texts.job, api: texts.program, shopper: texts.shopper } as const;
  return (
    <>
      {byStaffId === null ? (
        by
      ) : (
        <a href={writeAuditAddress({ staffId: byStaffId })} aria-label={t(texts.byPerson, { name: by })}>
          {by}
        </a>
      )}{' '}
      {byKind !== 'staff' && <span>({t(kinds[byKind])})</span>} {network !== null && <code>{network}</code>}
    </>
  );
}

/** Changed fields, each with both values. A field that one side lacks did not exist there. */
export function AuditChanges({ shop, row: { before, after, isErased } }: RowProps): ReactNode {
  const { t } = shop;
  if (isErased) return t(texts.erased);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  const changes = names.map((name) => ({
    label: name,
    before: formatValue(shop, before?.[name]),
    after: formatValue(shop, after?.[name]),
  }));
  return <ChangeList changes={changes} to={t(texts.becomes)} />;
}

function formatValue({ t }: Shop, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return t(texts.nothing);
  if (typeof value === 'boolean') return t(value ? texts.yes : texts.no);
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value);
}

/** To the second: entries of one moment are told apart. */
function When({ shop, at }: { readonly shop: Shop; readonly at: Date }) {
  const format = getDateFormat(shop.choices.locale, { dateStyle: 'medium', timeStyle: 'medium' });
  return <time dateTime={at.toISOString()}>{format.format(at)}</time>;
}
