export { clearStateOfOtherCountry } from './islands/clear-state.ts';
