export { accountAlerts } from './account/account-page.tsx';
export { checkAlerts } from './admin/check-alerts.ts';
export { alertsOfStock } from './admin/waiting-of-stock.ts';
export { attachAlerts } from './attach-alerts.ts';
export { stockAlerts } from './feature.ts';
export { renderProductAlerts } from './parts/product-alerts.tsx';
export { stockAlertData } from './personal-data.ts';
export { alertState } from './private-state.ts';
export { forgetSale, recordSale } from './record-sale.ts';
