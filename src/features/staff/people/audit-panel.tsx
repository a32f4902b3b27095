import type { AuditRow } from '#platform/admin/audit/list-audit.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { ChangeList, Timeline } from '#ui/admin/timeline.tsx';
import { staffTexts as texts } from '../texts.ts';

interface AuditPanelProps {
  readonly id: string;
  readonly shop: Shop;
  readonly title: string;
  readonly rows: readonly AuditRow[];
}

/** The newest entries of the audit about somebody, or by them. */
export function AuditPanel({ id, shop, title, rows }: AuditPanelProps) {
  const { t } = shop;
  const entries = rows.map((row) => ({
    id: row.id,
    when: <time dateTime={row.at.toISOString()}>{t(texts.whenWho, { at: row.at })}</time>,
    who: row.by,
    what: `${row.action} · ${row.label}`,
    more: <ChangeList to={t(texts.changedTo)} changes={listChanges(row, t(texts.absent))} />,
  }));
  return (
    <Panel id={id} title={title}>
      {entries.length > 0 ? <Timeline label={title} entries={entries} /> : <p>{t(texts.nothing)}</p>}
    </Panel>
  );
}

function listChanges({ before, after }: AuditRow, absent: string) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const show = (value: unknown) => (value === null || value === undefined ? absent : String(value));
  return names.map((label) => ({ label, before: show(before?.[label]), after: show(after?.[label]) }));
}
