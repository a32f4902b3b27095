export { closeOrderedCart, findCartReservations, findNextOrderId, findOpenOrders } from './attempts.ts';
export { toOrderLine } from './calculate-order.ts';
export { checkTerms } from './check-terms.ts';
export {
  type CheckoutNotice,
  type CheckoutView,
  getCheckoutTitles,
  needsFullAddress,
  readTaxAddress,
} from './checkout-view.ts';
export * from './contract.ts';
export {
  type CheckoutExtension,
  checkoutExtensions,
  readDataExtensions,
  withoutExtensionFields,
} from './extensions.ts';
export { describeOrderFailure } from './failure-notices.ts';
export { checkout } from './feature.ts';
export { createAddressForm, createCheckoutFields } from './form-fields.ts';
export { loadCheckout } from './pages/load-checkout.ts';
export { authorizePayment, findNextStep } from './place/authorize-payment.ts';
export { botCheckCheckoutField } from './place/bot-check-field.tsx';
export { placeOrder } from './place/place-order.ts';
export type { PlaceOrderFailure, PlaceOrderSuccess } from './place/place-order-result.ts';
export { placeTypedOrder, type TypedOrderFailure } from './place/place-typed-order.ts';
export { type CheckoutForm, type CheckoutSignIn, checkoutForms, checkoutSignIn } from './ports.ts';
export { type CheckoutInput, hasShippingAddress, readCheckoutForm } from './read-form.ts';
export { moveSavedForm, saveForm } from './saved-forms/saved-forms.ts';
export { checkoutSettings } from './settings.ts';
export {
  type CheckoutField,
  checkoutExpress,
  checkoutFields,
  checkoutMethodButtons,
  type MethodButtons,
} from './slots.ts';
