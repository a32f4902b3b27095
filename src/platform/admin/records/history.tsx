import type { ReactNode } from 'react';
import { writeAuditAddress } from '#platform/admin/audit/audit-address.ts';
import { AuditChanges } from '#platform/admin/audit/audit-changes.tsx';
import { formatAction } from '#platform/admin/audit/audit-kinds.ts';
import { type DescribedChange, describeChanges } from '#platform/admin/audit/describe-changes.ts';
import { type AuditRow, listAudit } from '#platform/admin/audit/list-audit.ts';
import { readAudit } from '#platform/admin/audit/permissions.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { Timeline, type TimelineEntry } from '#ui/admin/timeline.tsx';
import type { RecordEvent } from './record.ts';
import { recordTexts as texts } from './texts.ts';

const shownEntries = 10;
const shownWithEvents = 50;

interface HistoryInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly subject: { readonly kind: string; readonly id: number };
}

export interface LoadedHistory {
  readonly rows: readonly AuditRow[];
  readonly changes: ReadonlyMap<number, readonly DescribedChange[]>;
}

export async function loadHistory({ shop, actor, subject }: HistoryInput, hasEvents: boolean): Promise<LoadedHistory> {
  const rows = await listAudit(shop.db, { subject }, hasEvents ? shownWithEvents : shownEntries);
  return { rows, changes: await describeChanges({ shop, db: shop.db, actor }, rows) };
}

interface HistoryProps extends HistoryInput {
  readonly loaded: LoadedHistory;
  readonly events?: readonly RecordEvent[];
  /** Actions that the events already describe. */
  readonly describedActions?: readonly string[];
  readonly links?: ReactNode;
}

export function History({ shop, actor, subject, loaded, events = [], describedActions = [], links }: HistoryProps) {
  const { t } = shop;
  const { rows, changes } = loaded;
  const link = isPermitted(actor, readAudit.name) && <a href={writeAuditAddress({ subject })}>{t(texts.allHistory)}</a>;
  const shown = rows
    .filter(({ action }) => !describedActions.includes(action))
    .map((row) => toEvent(shop, row, changes));
  const entries = [...events, ...shown].sort((a, b) => b.at.getTime() - a.at.getTime());
  const actions = (links || rows.length > 0) && (
    <>
      {links}
      {rows.length > 0 && link}
    </>
  );
  return (
    <Panel id="history" title={t(texts.history)} actions={actions}>
      {entries.length === 0 ? (
        <p>{t(texts.noHistory)}</p>
      ) : (
        <Timeline label={t(texts.history)} entries={entries.map((event) => toEntry(shop, event))} />
      )}
    </Panel>
  );
}

const toEntry = ({ choices }: Shop, { at, ...event }: RecordEvent): TimelineEntry => ({
  ...event,
  when: <time dateTime={at.toISOString()}>{formatMoment(at, choices.locale)}</time>,
});

const toEvent = (shop: Shop, row: AuditRow, changes: LoadedHistory['changes']): RecordEvent => ({
  ...{ id: `audit-${row.id}`, at: row.at, what: formatAction(shop, row.action), who: row.by },
  more: <AuditChanges shop={shop} row={row} changes={changes.get(row.id)} />,
});
