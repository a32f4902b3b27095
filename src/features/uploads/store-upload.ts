import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type AddonFileType, addonFileTypes, formatFileTypes } from '#features/pricing/index.ts';
import { incomingFolder, privateFolderOptions } from '#platform/config/data-folders.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { inspectFile } from '#platform/files/inspect-file.ts';
import type { FileLimits, ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import type { LimitUse } from '#platform/limits/limits.ts';
import { getClientNetwork } from '#platform/limits/network.ts';
import { getOwnerKey, insertOwnerVisitor, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import type { Text, TextValues } from '#platform/texts/texts.ts';
import { cleanName, cleanText } from './clean-name.ts';
import { maxFilesPerForm } from './contract.ts';
import type { uploadErrors } from './errors.ts';
import { uploadSettings } from './settings.ts';
import { openUploads, type StoredUpload, uploadTypes } from './stored-upload.ts';
import { uploadTexts as texts } from './texts.ts';

export type UploadFailureCode = keyof typeof uploadErrors.codes;

export interface UploadFailure {
  readonly ok: false;
  readonly code: UploadFailureCode;
  readonly text: Text;
  readonly values: TextValues;
}

/** Of an image: width times height. */
const maxPixels = 100_000_000;
const megabyte = 1_000_000;
const hourSeconds = 60 * 60;

export function getFileLimits({ settings }: Pick<Shop, 'settings'>, maxFiles = maxFilesPerForm): FileLimits {
  return { maxBytes: settings(uploadSettings).maxMegabytes * megabyte, maxFiles };
}

export function createUploadFailure(code: UploadFailureCode, values: TextValues = {}): UploadFailure {
  return { ok: false, code, text: texts[code], values };
}

interface UploadRequest {
  readonly owner: Owner;
  readonly ip: string;
  /** All are stored or none. */
  readonly files: readonly ReceivedFile[];
  readonly types?: readonly AddonFileType[];
}

/** Checks and stores received files. They count against the limits of an hour, also when they are refused. */
export async function storeUploads(
  shop: Shop,
  { owner, ip, files, types = addonFileTypes }: UploadRequest,
): Promise<StoreResult> {
  if (!(await shop.limits.consume(listUses(shop, owner, ip, files))).ok) return createUploadFailure('TOO_MANY_UPLOADS');
  return checkAndKeep(shop, owner, files, types);
}

type StoreResult = { readonly ok: true; readonly uploads: readonly StoredUpload[] } | UploadFailure;

/**
 * Stores copies of files on this machine that came in another way, such as by email. They belong to no shopper,
 * and no limits of an hour apply.
 * @throws when a file can't be read
 */
export async function storeFilesOfShop(shop: Shop, paths: readonly string[]): Promise<StoreResult> {
  if (paths.length === 0) return { ok: true, uploads: [] };
  const folder = incomingFolder(shop.config.dataDir);
  const { maxBytes } = getFileLimits(shop);
  await mkdir(folder, privateFolderOptions);
  const received: ReceivedFile[] = [];
  try {
    for (const path of paths) received.push(await copyFile(path, join(folder, randomUUID()), maxBytes));
    return await checkAndKeep(shop, null, received, addonFileTypes);
  } finally {
    await Promise.all(received.map(({ path }) => rm(path, { force: true })));
  }
}

/** A file that is too large is not read. */
async function copyFile(source: string, path: string, maxBytes: number): Promise<ReceivedFile> {
  const { size } = await stat(source);
  const isTooLarge = size > maxBytes;
  const content = isTooLarge ? Buffer.alloc(0) : await readFile(source);
  await writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { field: '', name: basename(source), bytes: size, isTooLarge, isSurplus: false, sha256, path };
}

/** @param owner null: the shop */
async function checkAndKeep(
  shop: Shop,
  owner: Owner | null,
  files: readonly ReceivedFile[],
  types: readonly AddonFileType[],
): Promise<StoreResult> {
  const checked: StoredUpload[] = [];
  for (const file of files) {
    const upload = await checkFile(shop, file, types);
    if ('ok' in upload) return upload;
    checked.push(upload);
  }
  return keepUploads(shop, owner, files, checked);
}

async function checkFile(
  shop: Shop,
  { name: sentName, path, bytes, sha256, isTooLarge }: ReceivedFile,
  types: readonly AddonFileType[],
): Promise<StoredUpload | UploadFailure> {
  const name = cleanText(sentName);
  if (isTooLarge)
    return createUploadFailure('FILE_TOO_LARGE', { name, max: shop.settings(uploadSettings).maxMegabytes });
  if (bytes === 0) return createUploadFailure('FILE_EMPTY', { name });
  const mimes = addonFileTypes.map((type) => uploadTypes[type].mime);
  const inspected = await inspectFile(path, { types: mimes, maxPixels });
  if (!inspected.ok && inspected.problem !== 'type') return createUploadFailure('FILE_UNREADABLE', { name });
  const type = types.find((each) => inspected.ok && uploadTypes[each].mime === inspected.type);
  if (type === undefined) return createUploadFailure('FILE_TYPE_NOT_ACCEPTED', { name, types: formatFileTypes(types) });
  return { id: randomUUID(), name: cleanName(sentName, type), type, bytes, sha256 };
}

function listUses(shop: Shop, owner: Owner, ip: string, files: readonly ReceivedFile[]): LimitUse[] {
  const settings = shop.settings(uploadSettings);
  const kilobytes = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  const ownerKey = getOwnerKey(owner);
  const count = (name: string, key: string | null, max: number | null, amount: number): LimitUse[] =>
    key === null || max === null ? [] : [{ limit: { name, max, seconds: hourSeconds }, key, amount }];
  const toKilobytes = (megabytes: number | null) => megabytes && megabytes * 1000;
  const network = getClientNetwork(ip);
  return [
    ...count('uploads', ownerKey, settings.filesPerHour, files.length),
    ...count('upload-kilobytes', ownerKey, toKilobytes(settings.megabytesPerHour), kilobytes),
    ...count('network-uploads', network, settings.filesPerNetwork, files.length),
    ...count('network-upload-kilobytes', network, toKilobytes(settings.megabytesPerNetwork), kilobytes),
  ];
}

const lockUnordered = sqlQuery('uploads.lock-unordered', `select pg_advisory_xact_lock(hashtext('uploads.unordered'))`);

const insertUploads = sqlQuery<{ id: string }>(
  'uploads.insert-uploads',
  `insert into uploads (id, visitor_id, customer_id, name, type, bytes, sha256, created_at, used_at)
  select id, $1::uuid, $2::bigint, name, type, bytes, sha256, $4::timestamptz, $4::timestamptz
  from jsonb_to_recordset($3) as n (id uuid, name text, type text, bytes integer, sha256 text)
  where $5::bigint + coalesce((
    select sum(u.bytes) from uploads u where not exists (select from order_uploads o where o.upload_id = u.id)
  ), 0) <= $6::bigint
  returning id`,
);

/** Files come before their rows: a row always has its file, and a job deletes old files without a row. */
async function keepUploads(
  shop: Shop,
  owner: Owner | null,
  files: readonly ReceivedFile[],
  uploads: readonly StoredUpload[],
): Promise<StoreResult> {
  const stored = openUploads(shop);
  const ids = uploads.map(({ id }) => id);
  for (const [index, { path }] of files.entries()) await stored.keep(ids[index] ?? '', path);
  // After an error the rows may have been written: the job finds out.
  if (await writeRows(shop, owner, uploads)) return { ok: true, uploads };
  await stored.remove(ids);
  return createUploadFailure('UPLOADS_FULL');
}

/** One after another, so that they can't exceed what files without an order may have. */
function writeRows(shop: Shop, owner: Owner | null, uploads: readonly StoredUpload[]): Promise<boolean> {
  const bytes = uploads.reduce((sum, upload) => sum + upload.bytes, 0);
  const maxBytes = shop.settings(uploadSettings).maxUnorderedMegabytes * megabyte;
  return inTransaction(shop.db, async (tx) => {
    if (owner) await insertOwnerVisitor(tx, owner);
    await lockUnordered(tx, []);
    const values = [...toOwnerValues(owner), JSON.stringify(uploads), shop.clock.now(), bytes, maxBytes];
    return (await insertUploads(tx, values)).length === uploads.length;
  });
}
