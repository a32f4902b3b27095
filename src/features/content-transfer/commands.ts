import { readFile, stat, writeFile } from 'node:fs/promises';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { UnreadableFile } from '#platform/csv/read-rows.ts';
import { readContentFile } from './content-file.ts';
import { exportContent } from './export-content.ts';
import { importContent, type TransferReport } from './import-content.ts';
import { importWxr } from './wxr/import-wxr.ts';

/** Bytes. The whole file is read into memory. */
const maxBytes = 200_000_000;

/** @returns the exit code: 1 when an entry was refused */
function printTransfer(output: CliOutput, report: TransferReport, dryRun: boolean): number {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { kind, slug, outcome, problem, differences = [] } of report.rows) {
    counts[outcome] += 1;
    if (outcome === 'refused') output.warn(`${kind} '${slug}' was refused: ${problem}`);
    else if (outcome !== 'unchanged')
      output.line(
        `${outcome}: ${kind} '${slug}'${differences.length > 0 ? ` (${differences.map(({ title }) => title).join(', ')})` : ''}`,
      );
  }
  const { created, updated, unchanged, refused } = counts;
  output.line(
    `${dryRun ? 'Dry run: ' : ''}${created} created, ${updated} changed, ${unchanged} unchanged, ${refused} refused; ${report.fetched} pictures ${dryRun ? 'to fetch' : 'fetched'}.`,
  );
  output.result({ dryRun, ...counts, fetched: report.fetched, rows: report.rows });
  return refused > 0 ? 1 : 0;
}

const exportCommand: CommandDefinition = {
  name: 'content export',
  summary: 'write pages, posts, menus, reusable blocks and what they refer to as JSON',
  requires: 'content.read',
  arguments: [{ name: '<file>', description: 'file to write' }],
  options: [{ flags: '--replace', description: 'overwrite an existing file' }],
  run: async (shop, { arguments: [file = ''], options: { replace } }, output) => {
    const content = await exportContent(shop);
    try {
      await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { flag: replace === true ? 'w' : 'wx' });
    } catch (error) {
      output.warn(
        `${file} can't be written: ${(error as NodeJS.ErrnoException).code}. Choose another name or pass --replace.`,
      );
      return 2;
    }
    output.line(`${content.entries.length} entries were written to ${file}.`);
    output.result({ file, entries: content.entries.length });
    return 0;
  },
};

const importCommand: CommandDefinition = {
  name: 'content import',
  summary: 'import pages, posts, menus and reusable blocks from the JSON of an export',
  requires: 'content.write',
  arguments: [{ name: '<file>', description: 'JSON that content export has written' }],
  options: [{ flags: '--dry-run', description: 'report what would change without changing anything' }],
  run: async (shop, { actor, arguments: [file = ''], options }, output) => {
    const dryRun = options.dryRun === true;
    const problem = findFileProblem(file) ?? ((await stat(file)).size > maxBytes ? `${file} is too large.` : null);
    const content = problem ?? readContentFile(await readFile(file, 'utf8'));
    if (typeof content === 'string') {
      output.warn(problem ?? `${file} can't be imported: ${content}.`);
      return 2;
    }
    return printTransfer(output, await importContent(shop, content, { actor, dryRun }), dryRun);
  },
};

const importWxrCommand: CommandDefinition = {
  name: 'content import-wxr',
  summary: 'import pages, posts and their pictures from an export of WordPress (WXR)',
  requires: 'content.write',
  arguments: [{ name: '<file>', description: 'XML of WordPress: Tools, Export' }],
  options: [{ flags: '--dry-run', description: 'report what would be added without adding anything' }],
  run: async (shop, { actor, arguments: [file = ''], options }, output) => {
    const dryRun = options.dryRun === true;
    const problem = findFileProblem(file);
    if (problem !== null) {
      output.warn(problem);
      return 2;
    }
    try {
      const report = await importWxr(shop, file, { actor, dryRun });
      for (const { slug, note } of report.notes) output.warn(`'${slug}': ${note}`);
      return printTransfer(output, report, dryRun);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      output.warn(`${file} can't be read: ${error.message}`);
      return 2;
    }
  },
};

export const transferCommands: readonly CommandDefinition[] = [exportCommand, importCommand, importWxrCommand];
