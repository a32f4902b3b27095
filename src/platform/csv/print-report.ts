import type { CliOutput } from '#platform/cli/command.ts';
import type { RowReport } from './report.ts';

/** Prints what became of a file's rows. @returns the exit code: 1 when a row was left out */
export function printReport(output: CliOutput, report: RowReport, dryRun: boolean): number {
  const { created, updated, unchanged, skipped, messages, untold } = report;
  for (const { level, line, column, code, message } of messages) {
    const place = `line ${line}${column === '' ? '' : `, ${column}`}`;
    output.warn(`${place}: ${message} (${level === 'error' ? 'left out' : 'taken in'}, ${code})`);
  }
  if (untold > 0) output.warn(`… and ${untold} more.`);
  const counted = Map.groupBy(messages, ({ level, code }) => `${level === 'error' ? 'left out' : 'taken in'}, ${code}`);
  if (messages.length > 10) {
    output.table(
      ['rows', 'why'],
      [...counted].map(([why, { length }]) => [String(length), why]),
    );
  }
  output.line(
    `${dryRun ? 'Would be: ' : ''}${created} created, ${updated} changed, ${unchanged} as they were, ${skipped} left out.`,
  );
  output.result({ dryRun, ...report });
  return skipped > 0 ? 1 : 0;
}
