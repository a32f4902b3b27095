import type { Feature } from '#platform/features/feature.ts';
import { definePermission } from '#platform/features/permissions.ts';
import { readReports, reportsPath } from './contract.ts';
import { compareDaysJob, tellOwnerJob } from './count/compare-days.ts';
import { countSalesJob } from './count/count-days.ts';
import { registerReports } from './page/report-routes.tsx';
import { reportTexts } from './texts.ts';

/** Revenue and taxes by day, product, country and more, from daily sums that a job stores. */
export const reports: Feature = {
  name: 'reports',
  needs: ['addresses', 'orders'],
  permissions: [definePermission(readReports, 'See revenue, taxes and reports')],
  admin: {
    navigation: [
      { section: 'reports', order: -1, text: reportTexts.title, path: reportsPath, permission: readReports },
    ],
    routes: registerReports,
  },
  jobs: [countSalesJob, compareDaysJob, tellOwnerJob],
  texts: [reportTexts],
};
