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

/** The frame of the back office and its start page. Features add the rest with `Feature.admin`. */
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

/** Its start page shows sums of the reports. */
export const backOfficeFeatures: readonly Feature[] = [reports, backOffice];
