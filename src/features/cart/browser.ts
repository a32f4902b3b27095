export { applyReply, cartState, isStale, refreshCart } from './islands/cart/cart-state.ts';
export { watchLines } from './islands/cart/change-lines.ts';
export { readCartTexts } from './islands/cart/texts.ts';
