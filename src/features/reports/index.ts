export { getRevenue, reportsPath, type SalesSum } from './contract.ts';
export { checkReports } from './count/compare-days.ts';
export { reports } from './feature.ts';
export { loadOverview, type SalesOverview } from './read/overview.ts';
