import type { RowMessage, RowReport } from '#platform/csv/report.ts';

export type ImportCode =
  | 'UNREADABLE'
  | 'BROKEN_ROW'
  | 'NOT_UTF8'
  | 'UNKNOWN_COLUMN'
  | 'COLUMN_TWICE'
  | 'UNKNOWN_TYPE'
  | 'BAD_VALUE'
  | 'TWICE_IN_FILE'
  | 'NO_IDENTITY'
  | 'UNKNOWN_PARENT'
  | 'UNKNOWN_PRODUCT'
  | 'NO_MEMBER'
  | 'UNKNOWN_IMAGE'
  | 'UNSAFE_IMAGE'
  | 'IMAGE_NOT_HAD'
  | 'SALE_DROPPED'
  | 'VALUE_KEPT'
  | 'PASSWORD_DROPPED'
  | 'REFUSED';

export type ImportMessage = RowMessage<ImportCode>;
export type ImportReport = RowReport<ImportCode>;
