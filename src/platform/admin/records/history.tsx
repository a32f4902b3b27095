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
import { Timeline } from '#ui/admin/timeline.tsx';
import { recordTexts as texts } from './texts.ts';

const shownEntries = 10;

interface HistoryInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly subject: { readonly kind: string; readonly id: number };
}

/** What was done to an object, from the audit. */
export async function createHistory({ shop, actor, subject }: HistoryInput): Promise<ReactNode> {
  const { t } = shop;
  const rows = await listAudit(shop.db, { subject }, shownEntries);
  const changes = await describeChanges({ shop, db: shop.db, actor }, rows);
  const link = isPermitted(actor, readAudit.name) && <a href={writeAuditAddress({ subject })}>{t(texts.allHistory)}</a>;
  return (
    <Panel id="history" title={t(texts.history)} actions={rows.length > 0 && link}>
      {rows.length === 0 ? (
        <p>{t(texts.noHistory)}</p>
      ) : (
        <Timeline label={t(texts.history)} entries={rows.map((row) => toEntry(shop, row, changes.get(row.id)))} />
      )}
    </Panel>
  );
}

function toEntry(shop: Shop, row: AuditRow, changes: readonly DescribedChange[] | undefined) {
  return {
    id: row.id,
    what: formatAction(shop, row.action),
    who: row.by,
    when: <time dateTime={row.at.toISOString()}>{formatMoment(row.at, shop.choices.locale)}</time>,
    more: <AuditChanges shop={shop} row={row} changes={changes} />,
  };
}
