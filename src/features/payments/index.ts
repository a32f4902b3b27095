export { bankTransfer } from './bank-transfer.ts';
export { payments } from './feature.ts';
export {
  type FindPaymentMethod,
  getAvailablePaymentMethods,
  type PaymentAuthorization,
  type PaymentContext,
  type PaymentMethod,
  paymentMethods,
} from './payment-methods.ts';
export { captureBankTransfer, voidPayments } from './settle-payments.ts';
