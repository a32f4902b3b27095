export { toStoreCart } from './cart/cart-reply.ts';
export {
  billingAddress,
  type StoreCart,
  shippingAddress,
  storeCart,
} from './cart/cart-schemas.ts';
export { setDelivery } from './cart/delivery.ts';
export { getStoreRoot } from './contract.ts';
export type { StoreErrorCode } from './errors.ts';
export { storeApi } from './feature.ts';
export {
  type CartExtension,
  cartExtensions,
  type ProductExtension,
  productExtensions,
  storeOperations,
} from './ports.ts';
export {
  type AnyStoreOperation,
  booleanInput,
  createStoreFailure,
  defineStoreOperation,
  type StoreCall,
  type StoreFailure,
  type StoreSuccess,
} from './protocol/operation.ts';
export { createStoreNonce } from './protocol/session.ts';
