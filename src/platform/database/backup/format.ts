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
/** Folders of files, in the order of their entries. */
export const FILE_FOLDERS = ['media', 'uploads', 'downloads', 'message-files', 'review-photographs'] as const;
export type FileFolder = (typeof FILE_FOLDERS)[number];

/** Where the files are. Folders that are absent are left out. */
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
  /** Version of graphile-worker's own tables; null without them. */
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
  /** In the order of Header.tables. */
  tables: TableContents[];
  sequences: (TableName & { value: string; called: boolean })[];
  media: ArchivedFile[];
  /** Absent in backups whose history was replaced: they are read far enough to refuse them. */
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

/** The message tells an operator what is wrong and what to do. */
export class BackupError extends Error {
  override name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A table or file is done. */
export interface BackupProgress {
  step: 'verify' | 'tables' | FileFolder;
  /** Of the table or file. */
  name: string;
  /** Of that table; 0 for a file, and while a backup is verified. */
  rows: number;
  /** Tables or files so far, this one included, and in all. */
  done: number;
  total: number;
}

export type OnProgress = (progress: BackupProgress) => void;

/** All files, in the order of their entries. */
export function listArchivedFiles(manifest: Pick<Manifest, FileFolder>): (ArchivedFile & { folder: FileFolder })[] {
  return FILE_FOLDERS.flatMap((folder) => (manifest[folder] ?? []).map((file) => ({ ...file, folder })));
}
