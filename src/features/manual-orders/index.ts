export { manualOrders } from './feature.ts';
export { findUploadsInDrafts } from './order-uploads.ts';
