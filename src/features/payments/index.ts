export { payments } from './feature.ts';
export { isPaymentInProgress } from './ledger/payment-in-progress.ts';
export { renderPayAgain } from './pay-again.tsx';
export { bankTransfer, cashOnDelivery, freeOfCharge } from './providers/offline-providers.ts';
export {
  getAvailablePaymentMethods,
  type MoneyAnswer,
  type MoneyRequest,
  type OfflineProvider,
  type PaymentMethod,
  type PaymentProvider,
  paymentProviders,
  type RemoteProvider,
  type RemoteState,
} from './providers/provider.ts';
export { type RefundInput, type RefundResult, requestRefund } from './refunds/request-refund.ts';
export { beginOrderPayment } from './start/begin-payment.ts';
export { createPayment, decidePaymentStart, type PaymentStart } from './start/create-payment.ts';
export { endOrderPayments } from './start/end-order-payments.ts';
export { recordCapture } from './start/record-capture.ts';
