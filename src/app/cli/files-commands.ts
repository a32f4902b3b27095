import type { CliOutput } from '#platform/cli/command.ts';
import type { StandaloneCommand } from '#platform/cli/program.ts';
import { findStoreProblem } from '#platform/files/store/check-store.ts';
import { createFileStore } from '#platform/files/store/create-store.ts';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { type MoveReport, moveFiles } from '#platform/files/store/move-files.ts';
import { readCommandConfig, withShopDatabase } from './command-database.ts';

async function moveWithProgress(
  output: CliOutput,
  stores: Omit<Parameters<typeof moveFiles>[0], 'onProgress'>,
): Promise<MoveReport> {
  const bar = output.progress('files', null);
  const report = await moveFiles({ ...stores, onProgress: bar.advance });
  bar.end();
  for (const key of report.failed) output.warn(`${key} differs after it was copied, and stays where it is.`);
  return report;
}

const targets = ['bucket', 'disk'] as const;

/** Moves files between the data folder and the bucket of the environment, in both directions. */
export const moveFilesCommand: StandaloneCommand = {
  name: 'files move',
  summary: 'move pictures, downloads and files of shoppers between DATA_DIR and the bucket; stop the shop first',
  arguments: [{ name: '<target>', description: '`bucket` or `disk`' }],
  options: [{ flags: '--keep', description: 'copy: the files stay where they are, too, and the shop may be running' }],
  run: async ({ arguments: [name = ''], options }, output) => {
    const target = targets.find((each) => each === name);
    if (target === undefined) {
      output.warn('<target>: expected bucket or disk');
      return 2;
    }
    const config = readCommandConfig();
    if (config.bucket === null) {
      output.warn('S3_BUCKET is not set: the command needs the variables of the bucket, whatever its direction.');
      return 1;
    }
    const [disk, bucket] = [createDiskStore(config.dataDir), createFileStore(config)];
    const problem = await findStoreProblem(bucket);
    if (problem !== null) {
      output.warn(problem);
      return 1;
    }
    const keeps = options.keep === true;
    const stores = target === 'bucket' ? { from: disk, to: bucket } : { from: bucket, to: disk };
    const move = () => moveWithProgress(output, { ...stores, keeps });
    const report = keeps ? await move() : await withShopDatabase(config, move, { exclusive: true });
    const { files, bytes, same, failed } = report;
    output.line(
      `${files} files of ${(bytes / 1e6).toFixed(1)} MB ${keeps ? 'copied' : 'moved'} to ${stores.to.description}, ${same} of them were there already`,
    );
    output.result(report);
    return failed.length === 0 ? 0 : 1;
  },
};
