import type { DemoWaiting } from './loaders/demo-catalogue.ts';

const people: readonly (readonly [name: string, daysAgo: number])[] = [
  ['Niamh', 19],
  ['Oskar', 16],
  ['Leila', 12],
  ['Bram', 11],
  ['Sorcha', 6],
  ['Jun', 3],
  ['Marta', 1],
];

/** Made-up people who wait for a piece that is sold out. */
export const waiting: readonly DemoWaiting[] = people.map(([name, daysAgo]) => ({
  ...{ product: 'causeway-board', name, email: `${name.toLowerCase()}@example.com`, daysAgo },
}));
