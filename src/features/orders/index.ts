export { findOrderOfCall, findVisibleOrder, grantOrderAccess, type OrderAccess } from './access/find-visible-order.ts';
export { createLinkKey, createOrderLink } from './access/order-link.ts';
export { showNoAccess } from './access/send-link.tsx';
export { addNote } from './add-note.ts';
export { cancellationRequests, ordersToShip } from './admin/home-tiles.ts';
export { changeOrderRow, checkOrders } from './admin/order-actions.ts';
export { OrderItem } from './admin/order-item.tsx';
export { orderList } from './admin/order-list.tsx';
export { orderRecord } from './admin/order-record.tsx';
export { ordersOfPeople } from './admin/person-panel.tsx';
export { ordersOfPerson } from './admin/record/customer-panel.tsx';
export { loadOrderSubject, type OrderSubject } from './admin/record/order-subject.ts';
export { renderCancelAction } from './cancel/cancel-page.tsx';
export { proposeCancelledRefund } from './cancel/decline-cancellation.ts';
export { defineChangeCommand } from './commands.ts';
export { confirmOrder, findAdvanceConfirmation } from './confirm/confirm-order.ts';
export { ordersByEmail } from './confirm/confirmation-mails.ts';
export { removeFreeText } from './confirm/remove-free-text.ts';
export * from './contract.ts';
export { type CreateOrderResult, createOrder, DiscountsUsedUp, nameShortages } from './create/create-order.ts';
export { findOrderByNumber, findOrderByRequestKey } from './create/find-order.ts';
export { type InitialStatus, setInitialStatus } from './create/initial-status.ts';
export type { OrderInput, OrderLineInput } from './create/order-input.ts';
export { reassessOrder } from './create/reassess-order.ts';
export type { ReservationCap, ReservationRefused } from './create/reservation-limits.ts';
export { getPickup } from './delivery-kind.ts';
export { findLinePictures, type LinePictures } from './emails/line-pictures.ts';
export { composeOrderMail, listFactBlocks } from './emails/order-mail.ts';
export { enqueueOrderMail } from './emails/order-mail-job.ts';
export {
  type OrderCreated,
  type OrderEvent,
  orderCancelled,
  orderCompleted,
  orderCreated,
  orderPaid,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
} from './events.ts';
export { orders } from './feature.ts';
export { formatLineOptions, formatOrderStatus, isPaid, maskEmail } from './format-order.ts';
export { findLastOrderDetails, isConfirmedAddress, type OrderDetails } from './last-order.ts';
export { findPhoneOfCustomer, listOrdersOfCustomer, type OrderEntry } from './list-orders.ts';
export { readOrderNumber } from './lookup/find-order.tsx';
export {
  calculateAmountDue,
  getOrder,
  getOrders,
  type Order,
  type OrderKey,
  type OrderLine,
  type Refund,
  toCalculationCustomer,
} from './order.ts';
export {
  orderNumberArgument,
  type PositionUnits,
  reportOrderFailure,
  reportUsageError,
  withOrder,
} from './order-command.ts';
export { moveGuestOrders, moveOrdersToCustomer } from './owner.ts';
export { OrderItems, orderStyles } from './pages/order-page.tsx';
export { isOrderOfSubject, orderData } from './personal-data.ts';
export {
  formatPaidWith,
  type HeldUnits,
  heldUnits,
  type IsPaymentInProgress,
  type ListOrderMailBlocks,
  type LoadOrderFacts,
  type LoadPaymentFacts,
  loadPaymentFacts,
  type OrderPaymentFacts,
  orderFacts,
  orderMailBlocks,
  orderMethods,
  paymentFacts,
  paymentInProgress,
  paymentRefresh,
} from './ports.ts';
export type { DeliveryPromise } from './promise/delivery-promise.ts';
export { renewPromise } from './promise/store-promise.ts';
export { orderSettings } from './settings.ts';
export { orderDetails, orderNext } from './slots.ts';
export { isSaleSql, soldAtSql } from './sold-orders.ts';
export {
  canCancelOrder,
  cancelOrder,
  hasShipment,
  markOrderPaid,
  type OrderChange,
  type OrderChangeResult,
  updateFulfilment,
} from './status/change-order.ts';
export { hasMissedEvent } from './status/missed-event.ts';
export {
  awaitsRest,
  canBeShipped,
  canTransition,
  isAwaitingConfirmation,
  isCancelRequested,
  type LockedOrder,
  lockOrder,
  type OrderNotFound,
  orderNotFound,
  type StatusNotAllowed,
  statusNotAllowed,
  toOrderEvent,
} from './status/order-status.ts';
export {
  changePaymentMethod,
  keepCarriedTotal,
  markPaymentFailed,
  postponeExpiry,
  recordFailedRefund,
  recordRefund,
  resumePayment,
} from './status/payment-outcomes.ts';
export { reopenOrder } from './status/reopen-order.ts';
export { orderTexts } from './texts.ts';
