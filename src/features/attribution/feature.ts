import type { Feature } from '#platform/features/feature.ts';
import { orderList } from './admin/order-list.tsx';
import { readSources, sourcesPath } from './admin/paths.ts';
import { registerSourcePages } from './admin/source-routes.tsx';
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
    lists: [orderList],
    routes: registerSourcePages,
  },
  jobs: [purgeDetailsJob],
  settings: [attributionSettings],
  texts: [attributionTexts],
  scriptGlobals: createScriptGlobals,
};
