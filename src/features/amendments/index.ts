export { amendmentsOfOrder } from './admin/amend-operation.tsx';
export { deliveryCharge } from './delivery-charge.ts';
export { amendments } from './feature.ts';
export { renderAmendment } from './order-note.tsx';
export { proposeSurplus } from './propose-surplus.ts';
