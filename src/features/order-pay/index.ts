export { orderPay } from './feature.ts';
export { renderPaySection } from './order-section.tsx';
export { orderPayMethods, type PaymentStepInput, paymentStep } from './slots.ts';
