import type { Feature } from '#platform/features/feature.ts';
import { informationPages as pages } from './pages.tsx';
import { placeholders } from './ports.ts';
import { informationPageSettings } from './settings.ts';

export const informationPages: Feature = {
  name: 'information-pages',
  needs: [],
  pages: [pages],
  ports: [placeholders],
  settings: [informationPageSettings],
};
