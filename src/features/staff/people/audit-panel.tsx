import { AuditChanges } from '#platform/admin/audit/audit-changes.tsx';
import { formatAction, formatSubject } from '#platform/admin/audit/audit-kinds.ts';
import { describeChanges } from '#platform/admin/audit/describe-changes.ts';
import type { AuditRow } from '#platform/admin/audit/list-audit.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { Timeline } from '#ui/admin/timeline.tsx';
import { staffTexts as texts } from '../texts.ts';

interface AuditPanelProps {
  readonly id: string;
  readonly shop: Shop;
  readonly actor: Actor;
  readonly title: string;
  readonly rows: readonly AuditRow[];
}

export async function createAuditPanel({ id, shop, actor, title, rows }: AuditPanelProps) {
  const { t } = shop;
  const changes = await describeChanges({ shop, db: shop.db, actor }, rows);
  const entries = rows.map((row) => ({
    id: row.id,
    when: <time dateTime={row.at.toISOString()}>{t(texts.whenWho, { at: row.at })}</time>,
    who: row.by,
    what: `${formatAction(shop, row.action)} · ${formatSubject(shop, row)}`,
    more: <AuditChanges shop={shop} row={row} changes={changes.get(row.id)} />,
  }));
  return (
    <Panel id={id} title={title}>
      {entries.length > 0 ? <Timeline label={title} entries={entries} /> : <p>{t(texts.nothing)}</p>}
    </Panel>
  );
}
