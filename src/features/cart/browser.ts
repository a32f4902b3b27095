export { applyReply, cartState, isStale, refreshCart } from './islands/cart/cart-state.ts';
export { watchLines } from './islands/cart/change-lines.ts';
export { createRetryButton } from './islands/cart/retry-button.ts';
export { readCartTexts } from './islands/cart/texts.ts';
