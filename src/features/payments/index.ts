export {
  moneyToReturn,
  openDisputes,
  paymentsWithoutOrder,
  unansweredRefunds,
  unpaidTransfers,
} from './admin/home-tiles.ts';
export { listPaymentMethods, paymentsOfOrders } from './admin/order-list.ts';
export { paymentsOfOrder } from './admin/order-panel.tsx';
export {
  bankAccountKey,
  createBankAccountFields,
  findBankAccountProblems,
  readBankAccount,
  toBankTransfer,
} from './bank-account.ts';
export { checkPayments } from './check-payments.ts';
export { approveUrlField, heldPaymentField, paymentPath, providerEventsPath } from './contract.ts';
export { payments } from './feature.ts';
export { describeLastFailure } from './last-failure.ts';
export { countFailedPayments } from './ledger/failed-payments.ts';
export { carryPayments, isPaymentInProgress } from './ledger/payments-of-order.ts';
export { loadCaptures, loadTransactionFacts } from './order-facts.ts';
export { bankTransfer, cashOnDelivery, freeOfCharge, onAccount, paidByHand } from './providers/offline-providers.ts';
export {
  choosePaymentMethod,
  getAvailablePaymentMethods,
  type OfflineProvider,
  type PaymentMethod,
  type PaymentProvider,
  paymentProviders,
} from './providers/provider.ts';
export type {
  AmountChange,
  BeginAnswer,
  BeginOptions,
  CallOptions,
  EventRequest,
  MoneyAnswer,
  MoneyRequest,
  NextAction,
  PaymentBreakdown,
  PaymentContent,
  PaymentInstrument,
  ProviderEvent,
  RemotePayer,
  RemotePayment,
  RemoteProvider,
  RemoteState,
  RemoteTransaction,
} from './providers/remote-provider.ts';
export { carryOver, planCarryOver } from './refunds/carry-over.ts';
export { previewRefund, type RefundPlan, type RefundPreview, type RefundRefusal } from './refunds/plan-refund.ts';
export { type RefundProposal, refundProposals } from './refunds/refund-proposals.ts';
export { type RefundInput, type RefundResult, requestRefund } from './refunds/request-refund.ts';
export { settleOrderPayments } from './settle/settle-on-request.ts';
export { beginOrderPayment, beginStartedPayment } from './start/begin-payment.ts';
export { type ClientStep, findClientStep, findRepeatedAction } from './start/client-step.ts';
export { createPayment, decidePaymentStart, type PaymentStart, toInitialStatus } from './start/create-payment.ts';
export { endOrderPayments } from './start/end-order-payments.ts';
export {
  attachHeldPayment,
  changeHeldAmount,
  fetchHeldApproval,
  findExpressProvider,
  insertHeldPayment,
  listExpressProviders,
  lockHeldPayment,
  refreshHeldPayment,
} from './start/held-payment.ts';
export { createHeldContent, createOrderContent } from './start/payment-content.ts';
export { recordCapture } from './start/record-capture.ts';
export {
  isBeingPaid,
  isPayable,
  listOrderPaymentMethods,
  type StartPaymentFailure,
  startPayment,
} from './start/start-payment.ts';
