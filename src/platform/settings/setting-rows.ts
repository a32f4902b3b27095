import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';

export interface SettingRow {
  readonly key: string;
  /** JSON text; null stands for the value of `shop.config.ts`. */
  readonly value: string | null;
  readonly version: number;
  readonly changedBy: string;
  /** Id in `staff_members`; null for authors other than staff. */
  readonly byStaffId: number | null;
  readonly changedAt: Date;
}

export interface SettingChangeRow extends Omit<SettingRow, 'value'> {
  /** JSON text of the previous value; null when there was none. */
  readonly oldValue: string | null;
  /** JSON text; null for a reset to the value of `shop.config.ts`. */
  readonly newValue: string | null;
}

const selectRows = sqlQuery<SettingRow>(
  'settings.select-settings',
  `select key, value::text, version, changed_by as "changedBy", by_staff_id as "byStaffId", changed_at as "changedAt"
  from platform.settings order by key`,
);

export function loadSettingRows(db: Db): Promise<SettingRow[]> {
  return selectRows(db, []);
}

/** Changes wait for each other, because each change is checked with all settings of its feature. Reads don't wait. */
const lockTable = sqlQuery('settings.lock-settings', 'lock table platform.settings in exclusive mode');

export async function lockSettings(tx: Db): Promise<void> {
  await lockTable(tx, []);
}

const upsertRow = namedQuery<Omit<SettingRow, 'value'> & { readonly stored: string | null }>(
  'settings.upsert-setting',
  `insert into platform.settings (key, value, version, changed_by, changed_at, by_staff_id) values ($key, $stored::jsonb, $version, $changedBy, $changedAt, $byStaffId)
  on conflict (key) do update set value = excluded.value, version = excluded.version, changed_by = excluded.changed_by,
    changed_at = excluded.changed_at, by_staff_id = excluded.by_staff_id`,
);
const insertChange = namedQuery<SettingChangeRow>(
  'settings.insert-change',
  `insert into platform.setting_changes (key, version, old_value, new_value, changed_by, changed_at, by_staff_id)
  values ($key, $version, $oldValue::jsonb, $newValue::jsonb, $changedBy, $changedAt, $byStaffId)`,
);

/**
 * Writes the new value of a key and its entry in the history.
 * @param stored JSON text of the new value; the history has another text for a secret
 */
export async function saveSettingChange(tx: Db, change: SettingChangeRow, stored: string | null): Promise<void> {
  await upsertRow(tx, { ...change, stored });
  await insertChange(tx, change);
}

const selectChanges = sqlQuery<SettingChangeRow>(
  'settings.select-changes',
  `select key, version, old_value::text as "oldValue", new_value::text as "newValue", changed_by as "changedBy",
    by_staff_id as "byStaffId", changed_at as "changedAt"
  from platform.setting_changes where $1::text is null or key = $1 order by id desc limit $2`,
);

/**
 * Loads the newest changes first.
 * @param key null loads the changes of all settings
 */
export function loadSettingChanges(db: Db, key: string | null, limit: number): Promise<SettingChangeRow[]> {
  return selectChanges(db, [key, limit]);
}
