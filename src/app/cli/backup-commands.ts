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
import { createFileStore } from '#platform/files/store/create-store.ts';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { shopConfig } from '#shop.config';
import { listMigrationSets } from '../app.ts';
import { assembleFeatures } from '../assembly.ts';
import { readCommandConfig, withShopDatabase } from './command-database.ts';
import { moveWithProgress } from './files-commands.ts';

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
      description: 'empty the database and the folders of images and files first: their content is lost',
    },
  ],
  run: ({ arguments: [file = ''], options }, output) => {
    const config = readCommandConfig();
    return withShopDatabase(
      config,
      async ({ database }) => {
        const bar = output.progress('restore', null);
        const report = await restore({
          file,
          database,
          folders: listFolders(config.dataDir),
          sets: listMigrationSets(assembleFeatures(shopConfig)),
          replace: options.replace === true,
          onProgress: ({ rows }) => bar.advance(rows),
        });
        bar.end();
        // Backups are restored to this machine, and a bucket takes the files from there.
        const store = createFileStore(config);
        if (store.kind === 'bucket')
          await moveWithProgress(output, { from: createDiskStore(config.dataDir), to: store, keeps: false });
        output.line(`restored ${report.tables} tables, ${report.rows} rows and ${report.files} files`);
        output.result(report);
        return 0;
      },
      { exclusive: true },
    );
  },
};
