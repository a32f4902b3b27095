import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { settingCommands } from './commands.ts';

const database = useDatabase();
let shop: Shop;
const run = (name: string, args: string[] = [], options = {}) =>
  runCommand(shop, settingCommands, `settings ${name}`, args, options);

beforeAll(async () => {
  ({ shop } = await testShop(database));
});

describe('the commands about settings', () => {
  it('change a setting, show it, and return to the value of the file', async () => {
    expect(await run('get', ['cart.maxQuantity'])).toMatchObject({
      code: 0,
      text: '100\nfrom shop.config.ts or the default, never changed',
    });
    expect(await run('set', ['cart.maxQuantity', '50'])).toMatchObject({ code: 0, text: 'cart.maxQuantity is now 50' });
    const shown = await run('get', ['cart.maxQuantity']);
    expect(shown.text).toMatch(/^50\nfrom the database, version 1, changed by shop at 20/);
    expect(shown.data).toMatchObject({ key: 'cart.maxQuantity', value: 50, source: 'database', version: 1 });
    expect(await run('set', ['cart.maxQuantity', '50'])).toMatchObject({ text: 'cart.maxQuantity stays 50' });
    const refused = await run('reset', ['cart.maxQuantity'], { version: '0' });
    expect(refused).toMatchObject({ code: 1, data: { ok: false, code: 'SETTING_CHANGED' } });
    expect(refused.warnings).toContain('its version is 1 now');
    expect(await run('reset', ['cart.maxQuantity'], { version: '1' })).toMatchObject({
      code: 0,
      text: 'cart.maxQuantity is now 100',
    });
    const { text, data } = await run('history', ['cart.maxQuantity']);
    expect(text.split('\n').map((line) => line.split(' ').slice(1).join(' '))).toEqual([
      'by setting version from to',
      'shop cart.maxQuantity 2 50 (shop.config.ts)',
      'shop cart.maxQuantity 1 100 50',
    ]);
    expect(data).toMatchObject({
      changes: [
        { isReset: true, version: 2 },
        { newValue: 50, oldValue: 100 },
      ],
    });
  });

  it('take JSON, or text without quotes', async () => {
    expect((await run('set', ['checkout.termsPath', '/terms'])).text).toBe('checkout.termsPath is now "/terms"');
    expect((await run('set', ['checkout.termsPath', 'null'])).text).toBe('checkout.termsPath is now null');
    expect((await run('set', ['cart.quantityInLists', '["/category/mugs"]'])).code).toBe(0);
    expect((await run('set', ['payments.bankTransfer.dueDays', '7'])).code).toBe(0);
  });

  it('list every setting with its value and where it comes from', async () => {
    await run('set', ['pricing.taxes.rounding', 'total']);
    const { data } = await run('list');
    const { settings } = data as { settings: { key: string; value: unknown; source: string }[] };
    expect(settings.find(({ key }) => key === 'pricing.taxes.rounding')).toMatchObject({
      value: 'total',
      source: 'database',
      version: 1,
    });
    expect(settings.find(({ key }) => key === 'orders.maxReserved.visitorPercent')).toMatchObject({
      ...{ value: 25, source: 'file' },
    });
    expect(new Set(settings.map(({ key }) => key)).size).toBe(settings.length);
    const changed = await run('list', ['pricing'], { changed: true });
    expect(changed.text).toBe('setting value from version\npricing.taxes.rounding "total" database 1');
  });

  it.each([
    ['set', ['cart.maxQuantity', 'many'], {}, 1, 'cart.maxQuantity: Invalid input'],
    ['set', ['cart.maximum', '5'], {}, 1, 'cart.maximum: there is no setting of this name'],
    ['set', ['currency', 'USD'], {}, 1, '`shop.currency` changes it'],
    ['set', ['theme', 'harbour'], {}, 1, 'theme: only shop.config.ts decides this'],
    ['set', ['cart.maxQuantity', '5'], { version: 'x' }, 2, '--version: expected a whole number'],
    ['get', ['cart.maximum'], {}, 1, 'cart.maximum: there is no setting of this name'],
    ['get', ['currency'], {}, 1, '`shop.currency` changes it'],
    ['list', ['card'], {}, 1, "There are no settings of 'card'"],
    ['history', ['cart.maximum'], {}, 1, 'cart.maximum: there is no setting of this name'],
    ['history', [], { limit: '0' }, 2, '--limit: expected a number'],
  ])('explain what is wrong with %s %j', async (name, args, options, code, warning) => {
    const result = await run(name, args, options);
    expect(result).toMatchObject({ code, text: '' });
    expect(result.warnings).toContain(warning);
  });
});
