export { getAvailablePaymentMethods } from './available.ts';
export { bankTransfer } from './bank-transfer.ts';
export { payments } from './feature.ts';
export { type PaymentAuthorization, type PaymentContext, type PaymentMethod, paymentMethods } from './methods.ts';
export { captureBankTransfer, voidPayments } from './settle.ts';
