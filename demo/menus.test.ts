import { expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { testShop } from '#tests/support/test-shop.ts';

const { database } = useDatabase();

it('[7.3] the demo shop leads to its journal from the menu, the menu of small screens and the footer', async () => {
  const { http } = await testShop(database);
  const { body } = await http.inject('/shop');
  for (const part of [
    /<nav class="site-menu".*?<\/nav>/s,
    /<dialog class="sidebar".*?<\/dialog>/s,
    /<footer class="site-footer">.*<\/footer>/s,
  ])
    expect(part.exec(body)?.[0]).toContain('href="/journal">Journal<');
  // Also before its first post.
  const journal = await http.inject('/journal');
  expect(journal.statusCode).toBe(200);
  expect(journal.body).toContain('name="robots" content="noindex');
});
