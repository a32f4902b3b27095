export { catalogTransfer } from './feature.ts';
export { findRedirect, redirectParameters } from './slug-redirects.ts';
