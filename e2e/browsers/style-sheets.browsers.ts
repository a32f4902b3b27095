import { findMissing, listStyleFeatures } from '../support/style-features.ts';
import { expect, test } from './support/test.ts';

test('[D6] understands every declaration, selector and media query of the style sheets', async ({ shopper }) => {
  await shopper.open('/');
  const missing = await shopper.read(findMissing, listStyleFeatures());
  expect(missing.map(({ kind, text, place }) => `${place}: ${kind} ${text}`)).toEqual([]);
});
