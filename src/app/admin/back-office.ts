import { mailKindTexts } from '#app/wiring/mail-kinds.ts';
import { reports } from '#features/reports/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { adminHome } from '#platform/admin/home.ts';
import { adminSearch } from '#platform/admin/search.ts';
import type { Feature } from '#platform/features/feature.ts';
import { registerHome } from './home/home-page.tsx';
import { homeTexts } from './home/texts.ts';
import { registerKit } from './kit/kit-page.tsx';
import { registerProductPreview } from './product-preview.tsx';
import { registerSearch } from './search-page.tsx';
import { adminTexts as texts } from './texts.ts';

/** The layout of the back office and its start page. Features add their own pages with `Feature.admin`. */
const backOffice: Feature = {
  name: 'admin',
  needs: ['accounts', 'orders', 'product-editor', 'reports'],
  texts: [texts, homeTexts, mailKindTexts],
  ports: [adminSearch, adminHome],
  admin: {
    navigation: [{ section: 'home', text: texts.start, path: adminPath(), permission: openBackOffice.name }],
    routes: (app, shop) => {
      registerHome(app, shop);
      registerSearch(app, shop);
      registerKit(app, shop);
      registerProductPreview(app, shop);
    },
  },
};

/** `reports` is included because the start page shows its sums. */
export const backOfficeFeatures: readonly Feature[] = [reports, backOffice];
