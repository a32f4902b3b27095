import type { StandaloneCommand } from '#platform/cli/program.ts';
import {
  downloadsFolder,
  mediaFolder,
  messageFilesFolder,
  reviewPhotographsFolder,
  uploadsFolder,
} from '#platform/config/data-folders.ts';
import type { FolderPaths } from '#platform/database/backup/format.ts';
import { backup } from '#platform/database/backup.ts';
import { restore } from '#platform/database/restore.ts';
import { findStoreProblem } from '#platform/files/store/check-store.ts';
import { createFileStore } from '#platform/files/store/create-store.ts';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { shopConfig } from '#shop.config';
import { listMigrationSets } from '../app.ts';
import { assembleFeatures } from '../assembly.ts';
import { readCommandConfig, withShopDatabase } from './command-database.ts';

const listFolders = (dataDir: string): FolderPaths => ({
  media: mediaFolder(dataDir),
  uploads: uploadsFolder(dataDir),
  downloads: downloadsFolder(dataDir),
  'message-files': messageFilesFolder(dataDir),
  'review-photographs': reviewPhotographsFolder(dataDir),
});

const fileArgument = { name: '<file>', description: 'a .tar.gz' };

export const backupCommand: StandaloneCommand = {
  name: 'backup',
  summary:
    'write the database, images, uploads, downloads and files of messages into one file; the shop may be running',
  arguments: [fileArgument],
  run: ({ arguments: [file = ''] }, output) => {
    const config = readCommandConfig();
    return withShopDatabase(config, async ({ database }) => {
      const bar = output.progress('backup', null);
      const report = await backup({
        database,
        folders: listFolders(config.dataDir),
        store: createFileStore(config),
        file,
        onProgress: ({ rows }) => bar.advance(rows),
      });
      bar.end();
      output.line(`${file}: ${report.tables} tables, ${report.rows} rows, ${report.files} files`);
      output.result(report);
      return 0;
    });
  },
};

export const restoreCommand: StandaloneCommand = {
  name: 'restore',
  summary: 'restore a backup into an empty database; stop the shop first',
  arguments: [fileArgument],
  options: [
    {
      flags: '--replace',
      description: 'empty the database, and the folders or the bucket of images and files: their content is lost',
    },
  ],
  run: async ({ arguments: [file = ''], options }, output) => {
    const config = readCommandConfig();
    const store = createFileStore(config);
    const problem = await findStoreProblem(store);
    if (problem !== null) {
      output.warn(problem);
      return 1;
    }
    return withShopDatabase(
      config,
      async ({ database }) => {
        const bar = output.progress('restore', null);
        const report = await restore({
          file,
          database,
          folders: listFolders(config.dataDir),
          sets: listMigrationSets(assembleFeatures(shopConfig)),
          // The backup is restored to this machine first, then its files are moved to the bucket.
          moves: store.kind === 'bucket' ? { from: createDiskStore(config.dataDir), to: store } : undefined,
          replace: options.replace === true,
          onProgress: ({ rows }) => bar.advance(rows),
        });
        bar.end();
        for (const key of report.failed) output.warn(`${key} differs after it was copied, and stays where it is.`);
        output.line(`restored ${report.tables} tables, ${report.rows} rows and ${report.files} files`);
        if (report.deleted > 0)
          output.line(`deleted ${report.deleted} files of the bucket that the backup does not hold`);
        output.result(report);
        return report.failed.length === 0 ? 0 : 1;
      },
      { exclusive: true },
    );
  },
};
