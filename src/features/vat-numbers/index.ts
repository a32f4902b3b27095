export { listBuyerVatNumber } from './buyer-vat-number.ts';
export { checkVatNumber } from './check-vat-number.ts';
export { vatNumbers } from './feature.ts';
export { orderVatNumber } from './parts/order-vat-number.tsx';
export { vatNumberCheckoutField } from './parts/vat-number-field.tsx';
