import type { Feature } from '#platform/features/feature.ts';
import { stockBecameAvailable, stockBecameUnavailable, stockDisplayChanged } from './events.ts';

export const inventory: Feature = {
  name: 'inventory',
  needs: [],
  events: [stockDisplayChanged, stockBecameAvailable, stockBecameUnavailable],
};
