export { createUnitFields, formatUnits, readUnits } from './admin/order-fields.ts';
export { shipmentsOfOrders, undeliveredOrders } from './admin/order-list.ts';
export { shipmentsOfOrder } from './admin/order-panel.tsx';
export { cancelUnits } from './cancel-units.ts';
export { findReplaceableLines, hasReplaceableStatus, type ReplaceableLine } from './deliveries/create-replacement.ts';
export { orderShipped } from './events.ts';
export { fulfilment } from './feature.ts';
export { listPromiseBlocks, renderPromise } from './parts/promise.tsx';
export { renderShipments } from './parts/shipments.tsx';
export { deliveryData } from './personal-data.ts';

export { type DeliveryCharge, deliveryCharges } from './ports.ts';
export { shipOrder } from './ship-order.ts';
