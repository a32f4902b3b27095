import { findMissing, listStyleFeatures } from './support/style-features.ts';
import { expect, test } from './support/test.ts';

test('the browser understands every declaration, selector and media query of the style sheets', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/');
  const features = listStyleFeatures();
  expect(features.length).toBeGreaterThan(1_000);
  const missing = await page.evaluate(findMissing, features);
  expect(missing.map(({ kind, text, place }) => `${place}: ${kind} ${text}`)).toEqual([]);
});
