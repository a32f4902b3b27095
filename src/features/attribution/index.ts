export { sourceOfOrder } from './admin/order-panel.tsx';
export { sourcesOfOrders } from './admin/order-source.ts';
export { attributionExtension, renderAttributionInputs } from './extension.ts';
export { attribution } from './feature.ts';
export { carryAttribution, keepAttribution } from './keep-attribution.ts';
export { loadAttributionFacts } from './order-facts.ts';
export { attributionData } from './personal-data.ts';
export { attributionPurpose } from './purpose.ts';
export { AttributionTracker } from './tracker-element.tsx';
