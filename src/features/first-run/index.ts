export { checkShopAddress } from './check-address.ts';
export { firstRun } from './feature.ts';
export { createFirstRunLink } from './link/first-run-link.ts';
export { firstRunTexts } from './texts.ts';
