import { expect, it } from 'vitest';
import { withdrawalSettings } from '#features/withdrawals/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { information } from './information.ts';
import { pages } from './pages.ts';

const { database } = useDatabase();

it('[D3] the form for withdrawals, and all pages that speak of returns, name the same days', async () => {
  const { shop, http } = await testShop(database);
  const { periodDays } = shop.settings(withdrawalSettings);
  expect((await http.inject('/withdrawal')).body).toContain(`within ${periodDays} days of delivery`);
  const texts = [
    ...information.map(({ html, ...page }) => `${'lead' in page ? page.lead : ''} ${html}`),
    pages.product.delivery.html,
  ];
  // How long the parcel or the money may take, and what the law gives, are other days.
  const isOther = /Send it within \d+ days|within \d+ days after (?:we know|you received)/g;
  const days = texts.flatMap((text) =>
    [...text.replace(isOther, '').matchAll(/\b(\d+) days\b/g)].map(([, day]) => Number(day)),
  );
  expect(days.length).toBeGreaterThan(3);
  expect(new Set(days)).toEqual(new Set([periodDays]));
});
