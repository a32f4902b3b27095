import type { Feature } from '#platform/features/feature.ts';
import { readSources, registerSourcePages, sourcesPath } from './admin/source-pages.tsx';
import { attributionCommands } from './commands.ts';
import { purgeDetailsJob } from './purge-details.ts';
import { createScriptGlobals } from './script-globals.ts';
import { attributionSettings } from './settings.ts';
import { attributionTexts } from './texts.ts';

export const attribution: Feature = {
  name: 'attribution',
  needs: ['consent', 'orders', 'checkout'],
  permissions: [readSources],
  admin: {
    navigation: [
      { section: 'marketing', text: attributionTexts.title, path: sourcesPath, permission: readSources.name },
    ],
    routes: registerSourcePages,
  },
  jobs: [purgeDetailsJob],
  settings: [attributionSettings],
  texts: [attributionTexts],
  scriptGlobals: createScriptGlobals,
  commands: attributionCommands,
};
