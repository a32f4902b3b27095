export { checkoutOperations } from './api/checkout-operations.ts';
export { blockCheckout } from './feature.ts';
export { blockForm } from './page/block-form.tsx';
