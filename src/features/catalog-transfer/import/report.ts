import type { CsvCode } from '#platform/csv/errors.ts';
import type { RowMessage, RowReport } from '#platform/csv/report.ts';
import type { importErrors } from '../errors.ts';

export type ImportCode = CsvCode | keyof typeof importErrors.codes;

export type ImportMessage = RowMessage<ImportCode>;
export type ImportReport = RowReport<ImportCode>;
