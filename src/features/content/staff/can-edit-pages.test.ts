import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addTestMember } from '#tests/support/account-session.ts';
import { useDatabase } from '#tests/support/database.ts';
import { hashPassword } from '#tests/support/fast-passwords.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';

const database = useDatabase();
let app: App;

beforeAll(async () => {
  app = await testShop(database);
});

describe('who may edit pages', () => {
  it.each([
    ['manager', true],
    ['clerk', false],
  ])('[3.3/7] is told to scripts at pages of the shop: %s', async (role, canEdit) => {
    const { device } = await addTestMember(app, role, await hashPassword('three grey herons'));
    expect((await device.visit('/compat.js')).body).toContain(`"can_edit_pages":${canEdit}`);
  });

  it('[3.3/7] is nobody who has not signed in', async () => {
    expect((await newShopper(app).visit('/compat.js')).body).toContain('"can_edit_pages":false');
  });
});
