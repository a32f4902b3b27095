import type { Feature } from '#platform/features/feature.ts';
import { stockDisplayChanged, stockFell, stockRose } from './events.ts';

export const inventory: Feature = {
  name: 'inventory',
  needs: [],
  events: [stockDisplayChanged, stockRose, stockFell],
};
