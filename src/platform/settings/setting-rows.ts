import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';

/** What the database keeps for one key. */
export interface SettingRow {
  readonly key: string;
  /** JSON text; null: the value of `shop.config.ts`. */
  readonly value: string | null;
  /** Rises with each change. */
  readonly version: number;
  readonly changedBy: string;
  /** Row of `staff_members`; null for others than staff. */
  readonly byStaffId: number | null;
  readonly changedAt: Date;
}

/** One change, as the history keeps it. */
export interface SettingChangeRow extends Omit<SettingRow, 'value'> {
  /** JSON text of the value in use before; null: there was none. */
  readonly oldValue: string | null;
  /** JSON text; null: back to the value of `shop.config.ts`. */
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

/** Changes wait for each other, since each is checked with all settings of its feature. Reads don't wait. */
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
 * Writes the new value of a key and its line of the history.
 * @param stored JSON text of the new value; of a secret, the history has another
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
 * @param key null: of all settings
 */
export function loadSettingChanges(db: Db, key: string | null, limit: number): Promise<SettingChangeRow[]> {
  return selectChanges(db, [key, limit]);
}
