import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { beginDownload } from './begin-download.tsx';
import { downloadCommands } from './commands.ts';
import { downloadErrors } from './errors.ts';
import { fetchFileJob } from './files/fetch-file.ts';
import { registerFileRoute } from './files/send-file.ts';
import { registerAccountDownloads } from './pages/account-downloads.tsx';
import { downloadSettings } from './settings.ts';
import { downloadTexts } from './texts.ts';

export const downloads: Feature = {
  name: 'downloads',
  needs: ['accounts', 'catalog', 'orders'],
  permissions: [
    definePermission('downloads.read', 'See files for download and who has them'),
    definePermission('downloads.write', 'Add files for download, and renew access to them'),
  ],
  mutations: [beginDownload],
  routes: (app, shop) => {
    registerFileRoute(app, shop);
    registerAccountDownloads(app, shop);
  },
  privatePaths: ['/downloads/'],
  jobs: [fetchFileJob],
  settings: [downloadSettings],
  texts: [downloadTexts],
  commands: downloadCommands,
  errors: [downloadErrors],
};
