export { openWithdrawals, unmatchedWithdrawals } from './admin/home-tiles.ts';
export { withdrawalsOfOrders } from './admin/order-list.ts';
export { withdrawalsOfOrder } from './admin/order-panel.tsx';
export { withdrawals } from './feature.ts';
export { renderWithdrawalAction, renderWithdrawalLink } from './order-link.tsx';
export { withdrawalPath } from './paths.ts';
export { withdrawalData } from './personal-data.ts';
export { withdrawalSettings } from './settings.ts';
export { withdrawalTexts } from './texts.ts';
