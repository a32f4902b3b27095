export { exchangesOfOrder } from './admin/exchange-operation.tsx';
export { exchanges } from './feature.ts';
export { renderExchange } from './order-note.tsx';
