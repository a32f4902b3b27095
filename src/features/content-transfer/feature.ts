import type { Feature } from '#platform/features/feature.ts';
import { transferCommands } from './commands.ts';
import { transferErrors } from './errors.ts';
import { importMutation, registerTransferScreen, transferPath } from './screen.tsx';
import { transferTexts } from './texts.ts';

export const contentTransfer: Feature = {
  name: 'content-transfer',
  needs: ['catalog', 'catalog-transfer', 'comments', 'content'],
  mutations: [importMutation],
  commands: transferCommands,
  admin: {
    routes: registerTransferScreen,
    navigation: [
      { section: 'content', text: transferTexts.title, path: transferPath, permission: importMutation.requires ?? '' },
    ],
  },
  errors: [transferErrors],
  texts: [transferTexts],
};
