import type { ReactNode } from 'react';
import { writeAuditAddress } from '#platform/admin/audit/audit-address.ts';
import { formatAction } from '#platform/admin/audit/audit-kinds.ts';
import { type AuditRow, listAudit } from '#platform/admin/audit/list-audit.ts';
import { readAudit } from '#platform/admin/audit/permissions.ts';
import type { NamedField } from '#platform/admin/forms/form-parts.ts';
import { formatMoment } from '#platform/admin/forms/other-changes.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { Panel } from '#ui/admin/panels.tsx';
import { ChangeList, Timeline } from '#ui/admin/timeline.tsx';
import { recordTexts as texts } from './texts.ts';

const shownEntries = 10;

interface HistoryInput {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly subject: { readonly kind: string; readonly id: number };
  /** Of the record's form, which name the values. */
  readonly fields: readonly NamedField[];
}

/** What was done to an object, from the audit. */
export async function createHistory({ shop, actor, subject, fields }: HistoryInput): Promise<ReactNode> {
  const { t } = shop;
  const rows = await listAudit(shop.db, { subject }, shownEntries);
  const link = isPermitted(actor, readAudit.name) && <a href={writeAuditAddress({ subject })}>{t(texts.allHistory)}</a>;
  return (
    <Panel id="history" title={t(texts.history)} actions={rows.length > 0 && link}>
      {rows.length === 0 ? (
        <p>{t(texts.noHistory)}</p>
      ) : (
        <Timeline label={t(texts.history)} entries={rows.map((row) => toEntry(shop, row, fields))} />
      )}
    </Panel>
  );
}

function toEntry(shop: Shop, row: AuditRow, fields: readonly NamedField[]) {
  const changes = row.before && row.after ? listChanges(shop, row, fields) : [];
  return {
    id: row.id,
    what: formatAction(shop, row.action),
    who: row.by,
    when: <time dateTime={row.at.toISOString()}>{formatMoment(shop, row.at)}</time>,
    more: changes.length > 0 && <ChangeList to={shop.t(texts.becomes)} changes={changes} />,
  };
}

function listChanges(shop: Shop, { before, after }: AuditRow, fields: readonly NamedField[]) {
  return Object.keys(after ?? {}).map((name) => {
    const field = fields.find((each) => each.name === name);
    const format = (value: unknown) => formatValue(shop, field, value);
    return { label: field?.field.label ?? name, before: format(before?.[name]), after: format(after?.[name]) };
  });
}

/** Entries outlive the fields that they were made of: another kind's value is shown as it is. */
function formatValue({ t, choices: { locale } }: Shop, named: NamedField | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return t(texts.nothing);
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  if (!named || named.field.kind.name === 'secret') return plain;
  try {
    return named.field.kind.toText(value, named.field, { t, locale }) || t(texts.nothing);
  } catch {
    return plain;
  }
}
