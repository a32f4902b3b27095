import { isDeepStrictEqual } from 'node:util';
import { type AuditEntry, recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import { toVariableName } from '#platform/config/secret-setting.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Author, toAuthorColumns } from '#platform/sessions/author.ts';
import { describeFileKey, doPathsOverlap, getAtPath, isOnlyInFile, parseSettingKey } from './keys.ts';
import { isPriceBasis, lockPriceBasis } from './price-basis.ts';
import type { ResolvedSettings } from './resolve-settings.ts';
import {
  loadSettingRows,
  lockSettings,
  type SettingChangeRow,
  type SettingRow,
  saveSettingChange,
} from './setting-rows.ts';
import type { SettingSecrets } from './setting-secrets.ts';
import { createSettingsTag } from './setting-store.ts';

export interface SettingChange {
  /** Key as docs/configuration.md lists it: `cart.maxQuantity`. */
  readonly key: string;
  /** A JSON value; for a secret its text. Undefined resets the setting to the value of `shop.config.ts`. */
  readonly value: unknown;
  /** The version that the change is based on, 0 for a key that was never changed; null accepts any version. */
  readonly version: number | null;
}

export interface SettingFailure {
  readonly ok: false;
  readonly code:
    | 'SETTING_UNKNOWN'
    | 'SETTING_INVALID'
    | 'SETTING_ONLY_IN_FILE'
    | 'SETTING_FIXED'
    | 'SETTING_CHANGED'
    | 'SETTING_OVERLAPS'
    | 'SETTING_IS_SECRET'
    | 'SECRET_UNREADABLE';
  readonly key: string;
  /** Message for the owner of the shop, in English. */
  readonly message: string;
}

/** `changed`: the keys whose value has changed, with their new version. */
export type ChangeSettingsResult =
  | { readonly ok: true; readonly changed: ReadonlyMap<string, number> }
  | SettingFailure;

type ChangingShop = Pick<Shop, 'db' | 'clock' | 'pages' | 'settingStore'>;

/**
 * Changes all settings together or none of them. When it resolves, this process reads the new values and
 * has dropped the pages that show the old values; other processes follow by notification. The caller's
 * own request still reads the old values.
 * @param by author for the history
 */
export async function changeSettings(
  shop: ChangingShop,
  changes: readonly SettingChange[],
  by: Author,
): Promise<ChangeSettingsResult> {
  const result = await inTransaction(shop.db, (tx) => saveSettings(shop, tx, changes, by));
  if (result.ok) await applySavedSettings(shop, result.changed.keys());
  return result;
}

export interface SaveSettingsOptions {
  /** False when the caller records the change in the audit log. Default: true. */
  readonly isAudited?: boolean;
}

/**
 * Changes settings as part of a larger transaction. Call `applySavedSettings` after the commit. A
 * failure has changed nothing.
 */
export async function saveSettings(
  shop: ChangingShop,
  tx: Tx,
  changes: readonly SettingChange[],
  by: Author,
  { isAudited = true }: SaveSettingsOptions = {},
): Promise<ChangeSettingsResult> {
  const refused = changes.map((change) => checkKey(shop, change)).find((failure) => failure !== null);
  return refused ?? saveChanges(shop, tx, changes, by, isAudited);
}

/** Makes this process read the changes of a committed transaction, and drops the pages that show the old values. */
export async function applySavedSettings(shop: ChangingShop, keys: Iterable<string>): Promise<void> {
  const tags = listTags(keys);
  if (tags.length === 0) return;
  // The settings load before the pages are dropped, so that a page rendered in between shows the new values.
  await shop.settingStore.reload();
  shop.pages.invalidateHere(tags);
}

function checkKey({ settingStore }: ChangingShop, { key, value }: SettingChange): SettingFailure | null {
  // A stored value of a removed feature can be reset.
  if (value === undefined && settingStore.current.rows.has(key)) return null;
  const parsed = parseSettingKey(key);
  const secret = settingStore.secrets.findInside(key);
  if (secret !== undefined) {
    const message = `${key}: ${secret} is a secret, which is set by itself`;
    return { ok: false, code: 'SETTING_IS_SECRET', key, message };
  }
  if (parsed && settingStore.definitions.some(({ name }) => name === parsed.feature)) return null;
  if (isOnlyInFile(key)) return { ok: false, code: 'SETTING_ONLY_IN_FILE', key, message: describeFileKey(key) };
  return { ok: false, code: 'SETTING_UNKNOWN', key, message: `${key}: there is no setting of this name` };
}

async function saveChanges(
  shop: ChangingShop,
  tx: Tx,
  changes: readonly SettingChange[],
  by: Author,
  isAudited: boolean,
): Promise<ChangeSettingsResult> {
  const { secrets } = shop.settingStore;
  await lockSettings(tx);
  const before = new Map((await loadSettingRows(tx)).map((row) => [row.key, row]));
  const { by: changedBy, byStaffId } = toAuthorColumns(by);
  const author = { changedBy, byStaffId, changedAt: shop.clock.now() };
  const after = new Map(before);
  const changed = new Map<string, number>();
  for (const { key, value, version } of changes) {
    const row = after.get(key);
    const current = before.get(key)?.version ?? 0;
    if (version !== null && version !== current) return createConflict(key, current);
    if (isSameValue(secrets, row, value)) continue;
    const text = value === undefined ? null : secrets.toStored(key, value);
    after.set(key, { key, value: text, version: current + 1, ...author });
    changed.set(key, current + 1);
  }
  const old = shop.settingStore.resolve(before.values());
  for (const [address, secret] of secrets.byAddress) {
    if (
      changed.has(secret) ||
      readValue(old, address) === readValue(shop.settingStore.resolve(after.values()), address)
    )
      continue;
    if (secrets.fromEnvironment.has(secret)) return createSentFailure(address, secret);
    const row = after.get(secret);
    if (!row || row.value === null) continue;
    // The secret was meant for the old address, so it must be entered again for a new address.
    after.set(secret, { ...row, value: null, version: row.version + 1, ...author });
    changed.set(secret, row.version + 1);
  }
  const next = shop.settingStore.resolve(after.values());
  const failure =
    findOverlap(after, changed) ??
    findNewProblem(old, next, changed) ??
    (await findNewMistake(shop, old, next, changed));
  if (failure) return failure;
  const ofBasis = [...changed.keys()].find(isPriceBasis);
  if (ofBasis !== undefined && (await lockPriceBasis(tx))) return createFixedFailure(ofBasis);
  for (const [key, version] of changed) {
    const stored = after.get(key)?.value ?? null;
    const values = { oldValue: readValue(old, key), newValue: secrets.toHistory(key, stored) };
    await saveSettingChange(tx, { key, version, ...values, ...author }, stored);
    if (isAudited) await recordAudit(tx, toAuditActor(by), createAuditEntry(key, version, values));
  }
  await shop.pages.invalidate(tx, listTags(changed.keys()));
  return { ok: true, changed };
}

/** Records the versions, because they show that a secret was changed whose values are hidden. */
function createAuditEntry(
  key: string,
  version: number,
  { oldValue, newValue }: Pick<SettingChangeRow, 'oldValue' | 'newValue'>,
): AuditEntry {
  const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  return {
    subject: { kind: 'setting', id: key, label: key },
    action: 'settings.change',
    before: { value: read(oldValue), version: version - 1 },
    after: { value: read(newValue), version },
  };
}

function isSameValue(secrets: SettingSecrets, row: SettingRow | undefined, value: unknown): boolean {
  const stored = row?.value ?? null;
  if (stored === null || value === undefined) return stored === null && value === undefined;
  return isDeepStrictEqual(secrets.fromStored(row?.key ?? '', stored), JSON.parse(JSON.stringify(value)));
}

function createConflict(key: string, current: number): SettingFailure {
  const message = `${key}: somebody else changed it; its version is ${current} now`;
  return { ok: false, code: 'SETTING_CHANGED', key, message };
}

function createSentFailure(key: string, secret: string): SettingFailure {
  const message = `${key}: fixed while the environment has ${toVariableName(secret)}, which would be sent there`;
  return { ok: false, code: 'SETTING_FIXED', key, message };
}

function createFixedFailure(key: string): SettingFailure {
  const message = `${key}: fixed, because there are products or orders, whose prices depend on it`;
  return { ok: false, code: 'SETTING_FIXED', key, message };
}

function findOverlap(
  rows: ReadonlyMap<string, SettingRow>,
  changed: ReadonlyMap<string, number>,
): SettingFailure | null {
  const set = [...rows.values()].filter(({ value }) => value !== null).map(({ key }) => key);
  for (const key of set.filter((each) => changed.has(each))) {
    const other = set.find((each) => each !== key && doPathsOverlap(each.split('.'), key.split('.')));
    if (other !== undefined)
      return { ok: false, code: 'SETTING_OVERLAPS', key, message: `${key}: ${other} is set by itself; reset it first` };
  }
  return null;
}

/**
 * Finds a problem that the change causes. A key that an upgrade made invalid does not block changes of other keys.
 */
function findNewProblem(
  before: ResolvedSettings,
  after: ResolvedSettings,
  changed: ReadonlyMap<string, number>,
): SettingFailure | null {
  const known = new Set(before.problems.map(({ key }) => key).filter((key) => !changed.has(key)));
  const problem =
    after.problems.find(({ key }) => changed.has(key)) ?? after.problems.find(({ key }) => !known.has(key));
  return problem ? { ok: false, ...problem } : null;
}

/**
 * Finds a mistake that the change causes. A mistake that existed before, perhaps at another place, blocks no change.
 */
async function findNewMistake(
  { settingStore }: ChangingShop,
  before: ResolvedSettings,
  after: ResolvedSettings,
  changed: ReadonlyMap<string, number>,
): Promise<SettingFailure | null> {
  for (const key of changed.keys()) {
    const definition = settingStore.definitions.find(({ name }) => name === parseSettingKey(key)?.feature);
    const list = async ({ values }: ResolvedSettings) =>
      (await definition?.findMistakes?.(values.get(definition.name))) ?? [];
    const known = new Set((await list(before)).map(({ message }) => message));
    const mistake = (await list(after)).find(({ message }) => !known.has(message));
    if (definition && mistake) {
      const message = `${definition.name}.${mistake.path}: ${mistake.message}`;
      return { ok: false, code: 'SETTING_INVALID', key, message };
    }
  }
  return null;
}

function readValue({ values }: ResolvedSettings, key: string): string | null {
  const parsed = parseSettingKey(key);
  const value = parsed && getAtPath(values.get(parsed.feature), parsed.path);
  return value === undefined ? null : JSON.stringify(value);
}

function listTags(keys: Iterable<string>): string[] {
  return [...new Set([...keys].map((key) => createSettingsTag(key.split('.')[0] ?? '')))];
}
