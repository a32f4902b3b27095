export { listing } from './feature.ts';
export { listProducts } from './listing.ts';
export { renderCartCrossSells, renderLinkedProducts } from './parts/linked-products.tsx';
export { renderListing } from './parts/listing.tsx';
export { isCacheableListing, listingListParameters, listingParameters } from './parts/listing-url.ts';
export { type LoadedListing, loadListing } from './parts/load-listing.ts';
export { renderProductGrid } from './parts/product-grid.tsx';
export { createQuickViewAction } from './quick-view/quick-view-action.ts';
export { cardActions } from './slots.ts';
