export { closeOrderedCart, findCartReservations, findOpenOrders } from './attempts.ts';
export { toOrderLine } from './calculate-order.ts';
export { type CheckoutExtension, checkoutExtensions, readDataExtensions } from './extensions.ts';
export { checkout } from './feature.ts';
export { authorizePayment } from './place/authorize-payment.ts';
export { placeOrder } from './place/place-order.ts';
export type { PlaceOrderFailure, PlaceOrderSuccess } from './place/place-order-result.ts';
export type { CheckoutInput } from './read-form.ts';
export { type CheckoutField, checkoutFields } from './slots.ts';
