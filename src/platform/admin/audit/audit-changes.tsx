import type { ReactNode } from 'react';
import type { Shop } from '#platform/features/shop.ts';
import { ChangeList } from '#ui/admin/timeline.tsx';
import type { DescribedChange } from './describe-changes.ts';
import type { AuditRow } from './list-audit.ts';
import { auditTexts as texts } from './texts.ts';

interface AuditChangesProps {
  readonly shop: Shop;
  readonly row: AuditRow;
  /** The result of `describeChanges`. */
  readonly changes: readonly DescribedChange[] | undefined;
}

/** The changes of an entry: each field with both values, or all values of an object that was created or deleted. */
export function AuditChanges({ shop: { t }, row, changes = [] }: AuditChangesProps): ReactNode {
  if (row.isErased) return t(texts.erased);
  if (changes.length === 0) return null;
  return <ChangeList changes={changes} to={t(texts.becomes)} more={(count) => t(texts.more, { count })} />;
}
