import type { Feature } from '#platform/features/feature.ts';

export const customers: Feature = { name: 'customers', needs: [] };
