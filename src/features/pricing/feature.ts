import type { Feature } from '#platform/features/feature.ts';

export const pricing: Feature = { name: 'pricing', needs: [] };
