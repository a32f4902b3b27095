export { amendmentsOfOrder } from './admin/amend-operation.tsx';
export { CarriedMoney, createAmountFormat, createSettlementField, describeSettlement } from './admin/carried-money.tsx';
export { deliveryCharge } from './delivery-charge.ts';
export { amendments } from './feature.ts';
export { renderAmendment } from './order-note.tsx';
export { hasPricesOfShop } from './plan-amendment.ts';
export { proposeSurplus } from './propose-surplus.ts';
export { type Settlement, settleDifference } from './settle-difference.ts';
