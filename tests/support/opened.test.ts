import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from './database.ts';
import { smallShop } from './small-shop.ts';

describe('what a test opens on its database', () => {
  let url = '';

  describe('while the database is there', () => {
    const { database } = useDatabase();
    beforeAll(async () => {
      ({ url } = await smallShop(database, { feature: {} }));
    });

    it('is open', async () => {
      expect((await fetch(`${url}/health`)).status).toBeLessThan(600);
    });
  });

  it('is closed before the database is dropped', async () => {
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
});
