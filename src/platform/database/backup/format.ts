import type { AppliedMigration } from '../migrate.ts';
import type { backupErrors } from './errors.ts';

/**
 * A backup is a gzipped tar of
 *   vitrine-backup.json            what it is: Header
 *   tables/<number>/<part>.copy    the rows of Header.tables[number] as COPY text, in parts that memory can hold
 *   media/<path>                   the files, when they were asked for
 *   manifest.json                  counts and digests of the above: Manifest; last, so a truncated file has none
 */
export const FORMAT = 1;
export const HEADER = 'vitrine-backup.json';
export const MANIFEST = 'manifest.json';
export const MEDIA = 'media/';

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

export interface Contents {
  rows: number;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  headerSha256: string;
  /** In the order of Header.tables. */
  tables: Contents[];
  sequences: (TableName & { value: string; called: boolean })[];
  media: { path: string; bytes: number; sha256: string }[];
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

/** One more table or file is done. */
export interface Progress {
  step: 'verify' | 'tables' | 'media';
  /** The table or the file. */
  name: string;
  /** Of that table; 0 for a file, and while a backup is verified. */
  rows: number;
  /** Tables or files so far, this one included, and in all. */
  done: number;
  total: number;
}

export type OnProgress = (progress: Progress) => void;
