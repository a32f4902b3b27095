export { cancelUnits } from './cancel-units.ts';
export { fulfilment } from './feature.ts';
export { renderShipments } from './parts/shipments.tsx';
