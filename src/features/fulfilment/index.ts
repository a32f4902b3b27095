export { cancelUnits } from './cancel-units.ts';
export { orderShipped } from './events.ts';
export { fulfilment } from './feature.ts';
export { listPromiseBlocks, renderPromise } from './parts/promise.tsx';
export { renderShipments } from './parts/shipments.tsx';
