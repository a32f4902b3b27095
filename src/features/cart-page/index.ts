export * from './contract.ts';
export { cartPage } from './feature.ts';
export { cartStyles } from './pages/cart-page.tsx';
export { formatSummaryRows } from './parts/delivery.tsx';
export { type CartNoticeSource, cartNoticeSources } from './ports.ts';
export { cartBelow, cartExpress, cartLineActions } from './slots.ts';
