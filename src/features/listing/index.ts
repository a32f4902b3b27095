export { listing } from './feature.ts';
export { listProducts } from './listing.ts';
export { cartCrossSells, linkedProducts } from './parts/linked-products.tsx';
export { listingBody } from './parts/listing.tsx';
export { isCacheableListing, listingListParameters, listingParameters } from './parts/listing-address.ts';
export { type LoadedListing, loadListing } from './parts/load-listing.ts';
export { productGrid } from './parts/product-grid.tsx';
export { quickViewAction } from './quick-view/quick-view-action.ts';
export { cardActions } from './slots.ts';
