import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { builderMutations } from './admin/builder/block-calls.tsx';
import { registerBuilder } from './admin/builder/builder-page.tsx';
import { builderTexts } from './admin/builder/builder-texts.ts';
import { entryList } from './admin/entry-list.tsx';
import { entryRecord } from './admin/entry-record.tsx';
import { contentErrors } from './admin/errors.ts';
import { registerContent } from './admin/routes.tsx';
import { contentTexts } from './admin/texts.ts';
import { contentBlocks } from './blocks/block-types.ts';
import { registerBlockFiles } from './blocks/files/send-block-file.ts';
import { fileTexts } from './blocks/files/texts.ts';
import { elementTexts } from './blocks/kinds/element-texts.ts';
import { blockTexts } from './blocks/kinds/texts.ts';
import { entryDetails } from './entries/entry-details.ts';
import { initialContent } from './entries/initial-content.ts';
import { publishJob } from './entries/publish-job.ts';
import { contentParts, contentReferences } from './entries/transfer-ports.ts';
import { menuTexts } from './menus/texts.ts';
import { contentPage } from './pages/page.tsx';
import { placeholders } from './pages/placeholders.ts';
import { contentSettings } from './settings.ts';

export const content: Feature = {
  name: 'content',
  needs: ['consent', 'media-library', 'catalog', 'listing', 'pricing'],
  pages: [contentPage],
  routes: registerBlockFiles,
  mutations: builderMutations,
  ports: [placeholders, contentBlocks, contentParts, contentReferences, entryDetails, initialContent],
  permissions: [
    definePermission('content.read', 'See pages, their drafts and revisions'),
    definePermission('content.write', 'Edit, publish and restore pages'),
  ],
  admin: {
    lists: [entryList],
    records: [entryRecord],
    routes: (app, shop) => {
      registerContent(app, shop);
      registerBuilder(app, shop);
    },
    auditKinds: [
      {
        ...{ kind: 'content', text: contentTexts.entryOne },
        page: { requires: entryRecord.requires, path: (id) => getRecordPath(entryRecord, id) },
      },
    ],
    navigation: [
      {
        ...{ section: 'content', order: -2, text: contentTexts.entries },
        ...{ path: entryList.path, permission: entryList.requires },
      },
    ],
  },
  errors: [contentErrors],
  jobs: [publishJob],
  settings: [contentSettings],
  texts: [blockTexts, builderTexts, elementTexts, fileTexts, contentTexts, menuTexts],
};
