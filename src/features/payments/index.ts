export { getAvailablePaymentMethods } from './available.ts';
export { bankTransfer } from './bank-transfer.ts';
export { payments } from './feature.ts';
export { type PaymentDraft, type PaymentMethod, type PaymentStart, paymentMethods } from './methods.ts';
export { captureTransfer, voidPayments } from './settle.ts';
