import { adminPath } from '#platform/admin/contract.ts';
import { findNextDay, formatIsoDay, parseIsoDay } from '#platform/texts/formats.ts';
import type { AuditCursor, AuditFilter } from './list-audit.ts';

export const auditPath = adminPath('audit');

/** What the address of the audit's page says. */
export interface AuditAddress {
  readonly filter: AuditFilter;
  /** The last entry of the page before. */
  readonly before: AuditCursor | null;
}

/** Reads the address. Values that can't be are left out. */
export function readAuditAddress(query: URLSearchParams): AuditAddress {
  const [kind, id] = [query.get('kind') ?? '', query.get('id') ?? ''];
  const action = query.get('action') ?? '';
  const until = parseIsoDay(query.get('until') ?? '') ?? undefined;
  const cursor = /^(\d{1,15})-(\d{1,15})$/.exec(query.get('before') ?? '');
  return {
    filter: {
      subject: /^[a-z][a-z-]{0,49}$/.test(kind) && isText(id, 200) ? { kind, id } : undefined,
      staffId: readNumber(query.get('staff')),
      action: isText(action, 100) ? action : undefined,
      from: parseIsoDay(query.get('from') ?? '') ?? undefined,
      until: until && findNextDay(until),
    },
    before: cursor && { at: new Date(Number(cursor[1])), id: Number(cursor[2]) },
  };
}

/** Writes the address of a page of the audit. */
export function writeAuditAddress(
  { subject, staffId, action, from, until }: AuditFilter,
  before?: AuditCursor,
): string {
  const lastDay = until && new Date(until.getFullYear(), until.getMonth(), until.getDate() - 1);
  const values = {
    ...{ kind: subject?.kind, id: subject?.id, staff: staffId, action, from: from && formatIsoDay(from) },
    ...{ until: lastDay && formatIsoDay(lastDay), before: before && `${before.at.getTime()}-${before.id}` },
  };
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? auditPath : `${auditPath}?${new URLSearchParams(given)}`;
}

const isText = (text: string, max: number) => text !== '' && text.length <= max && !text.includes('\0');

const readNumber = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined);
