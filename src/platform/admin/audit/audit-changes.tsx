import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { ChangeList } from '#ui/admin/timeline.tsx';
import type { AuditRow } from './list-audit.ts';
import { auditTexts as texts } from './texts.ts';

interface AuditChangesProps {
  readonly shop: Shop;
  readonly row: AuditRow;
}

/** Changed fields, each with both values. A field that one side lacks did not exist there. */
export function AuditChanges({ shop, row: { before, after, isErased } }: AuditChangesProps): ReactNode {
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
