import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { overviewAction, recordZeroResult, suggestAction } from './actions.ts';
import { searchCommands } from './commands.ts';
import { searchEngine } from './engine.ts';
import { searchErrors } from './errors.ts';
import { indexProducts, optimizeSearch } from './indexing.ts';
import { searchablePages } from './pages/ports.ts';
import { searchSettings } from './settings.ts';
import { searchTexts } from './texts.ts';
import { zeroResultList } from './zero-result-list.ts';

export const search: Feature = {
  name: 'search',
  needs: ['catalog', 'inventory', 'orders', 'pricing'],
  permissions: [
    definePermission('search.read', 'See synonyms and searches without results'),
    definePermission('search.write', 'Change synonyms, and build the index again'),
  ],
  admin: {
    lists: [zeroResultList],
    navigation: [
      {
        section: 'reports',
        text: searchTexts.zeroResults,
        path: zeroResultList.path,
        permission: zeroResultList.requires,
      },
    ],
  },
  mutations: [recordZeroResult],
  actions: [suggestAction, overviewAction],
  ports: [searchEngine, searchablePages],
  jobs: [indexProducts, optimizeSearch],
  settings: [searchSettings],
  texts: [searchTexts],
  siteOptions: (shop) => ({ search_result_latency: shop.settings(searchSettings).searchResultLatency }),
  commands: searchCommands,
  errors: [searchErrors],
};
