export { checkout } from './feature.ts';
export { type PlaceOrderFailure, type PlaceOrderSuccess, placeOrder } from './place-order.ts';
export { type CheckoutInput, readText } from './read-form.ts';
export { type CheckoutField, checkoutFields, type ExtraFieldProblem } from './slots.ts';
