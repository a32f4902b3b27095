export { orderPay } from './feature.ts';
export { renderPaySection } from './order-section.tsx';
export { type PaymentStepInput, paymentStep } from './slots.ts';
