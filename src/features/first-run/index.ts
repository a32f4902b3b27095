export { firstRun } from './feature.ts';
export { createFirstRunLink } from './link/first-run-link.ts';
