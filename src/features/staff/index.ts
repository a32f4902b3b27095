export { openInvitations } from './admin/home-tiles.ts';
export { staff } from './feature.ts';
