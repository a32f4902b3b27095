import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';

const people = `select s.id, coalesce(nullif(c.name, ''), c.email) as label from staff_members s join customers c on c.id = s.customer_id
  where s.left_at is null and (s.role = 'owner' or exists (
    select from staff_role_permissions p where p.role = s.role and p.permission in ('messages.read', 'messages.write')))`;

const selectReaders = sqlQuery<RecordOption>(
  'contact-forms.list-readers',
  `${people} and ($1 = '' or strpos(lower(c.name || ' ' || c.email), lower($1)) > 0) order by label, s.id limit 20`,
);
const selectReader = sqlQuery<RecordOption>('contact-forms.find-reader', `${people} and s.id = $1`);

/** @param text a part of their names or addresses */
export const findReaders = (db: Db, text: string): Promise<RecordOption[]> => selectReaders(db, [text.trim()]);

const selectNames = sqlQuery<RecordOption>(
  'contact-forms.name-staff',
  `select s.id, coalesce(nullif(c.name, ''), c.email) as label from staff_members s join customers c on c.id = s.customer_id
  where s.id = any($1::bigint[])`,
);

export const nameStaff = (db: Db, ids: readonly number[]): Promise<RecordOption[]> => selectNames(db, [ids]);

const lockMessage = sqlQuery<{ before: number | null }>(
  'contact-forms.lock-assigned',
  'select assigned_to as before from contact_messages where id = $1 for update',
);
const updateAssigned = sqlQuery('contact-forms.assign', 'update contact_messages set assigned_to = $2 where id = $1');

type AssignResult =
  | {
      readonly ok: true;
      readonly before: number | null;
      readonly beforeName: string | null;
      readonly name: string | null;
    }
  | { readonly ok: false; readonly code: 'MESSAGE_NOT_FOUND' | 'READER_NOT_FOUND' }
  | {
      readonly ok: false;
      readonly code: 'MESSAGE_TAKEN';
      readonly before: number | null;
      readonly beforeName: string | null;
    };

/**
 * @param staffId of somebody who may read messages; null: nobody
 * @param from whom it is taken from, as far as the person knows; null: nobody; undefined: whoever has it
 */
export async function assignMessage(
  tx: Tx,
  id: number,
  staffId: number | null,
  from?: number | null,
): Promise<AssignResult> {
  const [message] = await lockMessage(tx, [id]);
  if (!message) return { ok: false, code: 'MESSAGE_NOT_FOUND' };
  const [reader] = staffId === null ? [] : await selectReader(tx, [staffId]);
  if (staffId !== null && !reader) return { ok: false, code: 'READER_NOT_FOUND' };
  const { before } = message;
  const [old] = before === null ? [] : await nameStaff(tx, [before]);
  if (from !== undefined && before !== from && before !== staffId)
    return { ok: false, code: 'MESSAGE_TAKEN', before, beforeName: old?.label ?? null };
  if (before !== staffId) await updateAssigned(tx, [id, staffId]);
  return { ok: true, before, beforeName: old?.label ?? null, name: reader?.label ?? null };
}
