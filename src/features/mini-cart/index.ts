export { renderQuickAdd } from './add/quick-add.tsx';
export { CartLink } from './cart-link.tsx';
export { miniCart } from './feature.ts';
export { MiniCartForm, type MiniCartMarkup } from './mini-cart.tsx';
export { allowMiniCartOrigins, miniCartExpress, miniCartOrigins } from './slots.ts';
