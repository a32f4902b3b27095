export { orderPay } from './feature.ts';
export { renderPaySection } from './order-section.tsx';
export { paymentStep } from './slots.ts';
