import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { uploadCommands } from './commands.ts';
import { uploadPath } from './contract.ts';
import { uploadErrors } from './errors.ts';
import { usedUploads } from './ports.ts';
import { purgeUploadsJob } from './purge-uploads.ts';
import { registerAdminUploadRoutes, registerUploadRoutes } from './send-upload.ts';
import { uploadSettings } from './settings.ts';
import { uploadTexts } from './texts.ts';
import { removeUploadMutation, uploadMutation } from './upload-mutations.ts';

export const uploads: Feature = {
  name: 'uploads',
  needs: ['pricing'],
  permissions: [
    definePermission('uploads.read', 'Download the files that shoppers uploaded'),
    definePermission('uploads.write', 'Delete files that nothing uses'),
  ],
  mutations: [uploadMutation, removeUploadMutation],
  routes: registerUploadRoutes,
  admin: { routes: registerAdminUploadRoutes },
  privatePaths: [uploadPath('')],
  ports: [usedUploads],
  jobs: [purgeUploadsJob],
  settings: [uploadSettings],
  texts: [uploadTexts],
  commands: uploadCommands,
  errors: [uploadErrors],
};
