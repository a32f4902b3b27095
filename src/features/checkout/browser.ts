export { fetchAddressLocales, hasCompleteAddresses } from './islands/complete-address.ts';
export { orderForm } from './islands/order-form.ts';
