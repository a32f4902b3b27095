export { checkout } from './feature.ts';
export { type Placed, type PlaceFailure, placeOrder } from './place-order.ts';
export { type CheckoutInput, textOf } from './read-form.ts';
export { type CheckoutField, checkoutFields, type ExtraFieldProblem } from './slots.ts';
