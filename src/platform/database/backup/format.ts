import type { AppliedMigration } from '../migrate.ts';
import type { backupErrors } from './errors.ts';

/**
 * A backup is a gzipped tar of
 *   vitrine-backup.json            Header
 *   tables/<number>/<part>.copy    rows of Header.tables[number] as COPY text, about 4 MiB each
 *   media/<path>                   media files, when included
 *   uploads/<path>                 private files of shoppers, when included
 *   downloads/<path>               files that buyers download, when included
 *   message-files/<path>           private files of contact messages, when included
 *   review-photographs/<path>      photographs of reviews, when included
 *   manifest.json                  Manifest: counts and digests of the above. Last, so a truncated
 *                                  file has none.
 */
export const FORMAT = 1;
export const HEADER = 'vitrine-backup.json';
export const MANIFEST = 'manifest.json';
/** Folders of files, in the order of their entries in the archive. */
export const FILE_FOLDERS = ['media', 'uploads', 'downloads', 'message-files', 'review-photographs'] as const;
export type FileFolder = (typeof FILE_FOLDERS)[number];

/** Paths of the folders. Folders that are absent are left out of the backup. */
export type FolderPaths = Readonly<Partial<Record<FileFolder, string>>>;

export interface TableName {
  schema: string;
  name: string;
}

export interface TableShape extends TableName {
  columns: string[];
}

export interface Header {
  format: number;
  program: 'vitrine';
  programVersion: string;
  createdAt: string;
  postgres: string;
  migrations: AppliedMigration[];
  /** Version of graphile-worker's own tables; null when the tables do not exist. */
  jobsVersion: number | null;
  tables: TableShape[];
}

export interface TableContents {
  rows: number;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  headerSha256: string;
  /** Tables in the order of `Header.tables`. */
  tables: TableContents[];
  sequences: (TableName & { value: string; called: boolean })[];
  media: ArchivedFile[];
  /** Absent in backups of a replaced migration history, which are read only far enough to refuse them. */
  uploads?: ArchivedFile[];
  downloads?: ArchivedFile[];
  'message-files'?: ArchivedFile[];
  'review-photographs'?: ArchivedFile[];
}

export interface ArchivedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export type BackupErrorCode = keyof typeof backupErrors.codes;

/** An error of a backup. The message tells an operator what is wrong and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface BackupProgress {
  step: 'verify' | 'tables' | FileFolder;
  name: string;
  /** Rows of the table; 0 for a file, and while a backup is verified. */
  rows: number;
  /** Number of tables or files that are done, including this one. */
  done: number;
  total: number;
}

export type OnProgress = (progress: BackupProgress) => void;

/** Lists all files in the order of their entries in the archive. */
export function listArchivedFiles(manifest: Pick<Manifest, FileFolder>): (ArchivedFile & { folder: FileFolder })[] {
  return FILE_FOLDERS.flatMap((folder) => (manifest[folder] ?? []).map((file) => ({ ...file, folder })));
}
