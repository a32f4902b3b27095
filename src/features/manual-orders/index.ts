export { manualOrders } from './feature.ts';
