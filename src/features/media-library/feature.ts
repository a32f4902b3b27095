import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { line, number } from '#platform/forms/kinds.ts';
import { mediaUses } from '#platform/media/uses.ts';
import { mediaList } from './admin/media-list.tsx';
import { mediaRecord } from './admin/media-record.tsx';
import { registerOriginal } from './admin/original-route.ts';
import { registerUploadPage } from './admin/upload-page.tsx';
import { mediaErrors } from './errors.ts';
import { mediaMutations } from './media-mutations.tsx';
import { mediaTexts as texts } from './texts.ts';

export const mediaLibrary: Feature = {
  name: 'media-library',
  needs: [],
  permissions: [
    definePermission('media.read', 'See the pictures of the library'),
    definePermission('media.write', 'Add, describe, replace and delete pictures of the library'),
  ],
  ports: [mediaUses],
  mutations: mediaMutations,
  admin: {
    lists: [mediaList],
    records: [mediaRecord],
    routes: (app, shop) => {
      registerUploadPage(app, shop);
      registerOriginal(app, shop);
    },
    auditKinds: [
      {
        kind: 'media',
        text: texts.picture,
        page: { requires: mediaRecord.requires, path: (id) => getRecordPath(mediaRecord, id) },
        fields: ({ t }) => ({
          name: line({ label: t(texts.name), max: 200 }),
          alt: line({ label: t(texts.alt), max: 500 }),
          bytes: number({ label: t(texts.size) }),
        }),
      },
    ],
    navigation: [{ section: 'content', text: texts.media, path: mediaList.path, permission: mediaList.requires }],
  },
  errors: [mediaErrors],
  texts: [texts],
};
