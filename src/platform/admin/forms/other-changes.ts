import { describeChanges } from '#platform/admin/audit/describe-changes.ts';
import { type AuditRow, listAudit } from '#platform/admin/audit/list-audit.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { formatMoment, getListFormat } from '#platform/texts/formats.ts';
import type { OpenForm } from './form-parts.ts';

export interface OtherChange {
  /** Values of the message: the person, the joined labels of the fields, and the time. */
  readonly messageValues: { readonly name: string; readonly fields: string; readonly when: string };
  /**
   * Whether the actor saved the object before this change and within a day, and so does not know of the change yet.
   */
  readonly isUnseenByActor: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const maxEntries = 20;

/**
 * Finds the newest change by somebody else.
 * @returns null when the last entries of the audit contain none
 */
export async function findOtherChange(shop: Shop, actor: Actor, open: OpenForm): Promise<OtherChange | null> {
  const { form, id, loaded } = open;
  if (loaded.subject === null) return null;
  const subject = { kind: form.subject, id: id ?? form.name };
  const rows = await listAudit(shop.db, { subject }, maxEntries);
  const isOwn = (row: AuditRow) => row.by === actor.name && row.byStaffId === actor.staffId;
  const other = rows.find((row) => !isOwn(row) && row.after !== null && row.before !== null);
  if (!other) return null;
  const own = rows.find(isOwn);
  const changes = (await describeChanges({ shop, db: shop.db, actor }, [other])).get(other.id) ?? [];
  if (changes.length === 0) return null;
  return {
    messageValues: {
      name: other.by,
      fields: getListFormat(shop.choices.locale, {}).format(changes.map(({ label }) => label)),
      when: formatMoment(other.at, shop.choices.locale),
    },
    isUnseenByActor: own !== undefined && own.at < other.at && shop.clock.now().getTime() - own.at.getTime() < dayMs,
  };
}
