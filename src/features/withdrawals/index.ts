export { withdrawals } from './feature.ts';
export { renderWithdrawalLink } from './order-link.tsx';
export { withdrawalPath } from './paths.ts';
export { withdrawalSettings } from './settings.ts';
export { withdrawalTexts } from './texts.ts';
