export { newOrderOfOrders } from './admin/draft-list.tsx';
export { getDraftSourcePath } from './contract.ts';
export { manualOrders } from './feature.ts';
export { findUploadsInDrafts } from './order-uploads.ts';
export { draftData } from './personal-data.ts';
export { type DraftSource, draftSources } from './ports.ts';
