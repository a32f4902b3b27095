import type { CliOutput } from '#platform/cli/command.ts';
import type { RowReport } from './report.ts';

/** @returns the exit code: 1 when a row was skipped */
export function printReport(output: CliOutput, report: RowReport, dryRun: boolean): number {
  const { created, updated, unchanged, skipped, messages, untold } = report;
  for (const { level, line, column, code, message } of messages) {
    const position = `line ${line}${column === '' ? '' : `, ${column}`}`;
    output.warn(`${position}: ${message} (${level === 'error' ? 'skipped' : 'imported'}, ${code})`);
  }
  if (untold > 0) output.warn(`… and ${untold} more.`);
  const byReason = Map.groupBy(messages, ({ level, code }) => `${level === 'error' ? 'skipped' : 'imported'}, ${code}`);
  if (messages.length > 10) {
    output.table(
      ['rows', 'reason'],
      [...byReason].map(([reason, { length }]) => [String(length), reason]),
    );
  }
  output.line(
    `${dryRun ? 'Dry run: ' : ''}${created} created, ${updated} changed, ${unchanged} unchanged, ${skipped} skipped.`,
  );
  output.result({ dryRun, ...report });
  return skipped > 0 ? 1 : 0;
}
