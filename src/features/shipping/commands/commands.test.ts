import { beforeAll, describe, expect, it } from 'vitest';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { loadSettingChanges } from '#platform/settings/setting-rows.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { salesShop } from '#tests/support/sales.ts';
import { shipping } from '../feature.ts';

const { database } = useDatabase();
let shop: Shop;
const run = (name: string, args: string[] = [], options = {}) =>
  runCommand(shop, shipping.commands ?? [], `shipping ${name}`, args, options);

beforeAll(async () => {
  ({ shop } = await salesShop(database, { settings: { shipping: { zones: [] } } }));
});

describe('the commands about shipping', () => {
  it('build zones and methods, which the history records', async () => {
    expect((await run('zones list')).text).toContain('No zones');
    expect(await run('zones add', ['Everywhere else'])).toMatchObject({ code: 0 });
    expect(await run('zones add', ['Ireland'], { countries: 'IE' })).toMatchObject({
      code: 0,
      text: "Ireland is zone 1. Add methods with 'shop shipping methods add'.",
    });
    await run('zones add', ['West coast'], { countries: 'us', states: 'California,OR', postcodes: '90000...97999' });
    await run('zones add', ['west coast'], { countries: 'CA', states: 'BC' });
    expect(await run('zones move', ['West coast', '1'])).toMatchObject({ code: 0, text: 'West coast is zone 1.' });
    await run('methods add', ['Ireland', 'flat_rate', 'Parcel'], {
      ...{ cost: '5 + 0.50 * [qty]', classCosts: 'fragile=4; bulky=[cost] * 0.1', freeFrom: '100' },
    });
    await run('methods add', ['2', 'table', 'Freight'], { by: 'weight', rows: '0-2000=5.00; 2000-=8+1.50/1000' });
    const places = 'studio=The studio, 1 Quay Lane, Cork; market=Market';
    await run('methods add', ['Ireland', 'local_pickup', 'Pickup'], { id: 'local_pickup:cork', places });
    await run('methods add', ['Ireland', 'free_shipping', 'Free'], { requires: 'minimum', minimum: '80.00' });
    expect(
      await run('methods set', ['Ireland', 'free_shipping:1'], { position: '1', title: 'Free delivery' }),
    ).toMatchObject({ code: 0 });
    expect(await run('methods remove', ['Ireland', 'table:1'])).toMatchObject({ code: 0 });
    const list = await run('zones list');
    expect(list.text.split('\n')).toEqual(
      [
        'zone places methods',
        '1 West coast US: CA OR: 90000...97999; CA: BC none: not shipped to',
        '2 Ireland IE free_shipping:1, flat_rate:1, local_pickup:cork',
        '3 Everywhere else everywhere else none: not shipped to',
      ].map((line) => expect.stringContaining(line)),
    );
    const { zones } = list.data as { zones: { methods: unknown[] }[] };
    expect(zones[1]?.methods).toMatchObject([
      { id: 'free_shipping:1', title: 'Free delivery', minimum: 8000 },
      { cost: '5 + 0.50 * [qty]', classCosts: { fragile: 400, bulky: '[cost] * 0.1' }, freeFrom: 10_000 },
      {
        places: [
          { id: 'studio', title: 'The studio', detail: '1 Quay Lane, Cork' },
          { id: 'market', title: 'Market' },
        ],
      },
    ]);
    const changes = await loadSettingChanges(shop.db, 'shipping.zones', 50);
    expect(changes.map(({ changedBy }) => changedBy)).toEqual(changes.map(() => 'shop'));
    expect(changes).toHaveLength(11);
  });

  it('show what an address gets, and why methods do not apply', async () => {
    await saveTestProduct(shop, {
      name: 'Tide bowl',
      status: 'published',
      master: { sku: 'BOWL', regularPrice: 1000, weightGrams: 900 },
    });
    const found = await run('test', [], { country: 'ie', product: 'BOWL=2' });
    expect(found).toMatchObject({ code: 0, data: { zone: 'Ireland', freeShipping: { minimum: 8000, missing: 6000 } } });
    expect(found.text).toContain('flat_rate:1 Parcel €6.00 €6.00');
    expect(found.text).toContain('Missing: €60.00.');
    const none = await run('test', [], { country: 'FR', product: 'bowl' });
    expect(none).toMatchObject({ code: 1, data: { zone: 'Everywhere else', refusals: [{ code: 'NO_METHODS' }] } });
  });

  it.each([
    ['zones add', ['Atlantis'], { countries: 'XX' }, 2, "'XX' is no code of a country"],
    ['zones add', ['Two'], { countries: 'IE,GB', postcodes: 'D0*' }, 2, 'expected one country'],
    ['zones add', ['Bad'], { countries: 'IE', postcodes: 'D*0' }, 1, 'expected a postcode, D0* or 1000...1999'],
    ['zones add', ['Bad'], { countries: 'IE', postcodes: 'B01' }, 1, "'B01': no postcode of Ireland is like this"],
    ['zones add', ['Bad'], { countries: 'DE', postcodes: '20000...10000' }, 1, 'first end of the range is above'],
    ['zones add', ['Bad'], { countries: 'US', states: 'XX' }, 1, "'XX' is no state of United States"],
    ['zones add', ['Rest'], {}, 1, 'a zone without places must be the last'],
    ['zones move', ['Ireland', '9'], {}, 2, 'expected a number from 1 to 3'],
    ['zones move', ['Everywhere else', '1'], {}, 1, 'a zone without places must be the last'],
    ['zones remove', ['Nowhere'], {}, 1, "There is no zone 'Nowhere'"],
    ['methods add', ['Ireland', 'drone', 'Drone'], {}, 2, '<type>: expected flat_rate'],
    ['methods add', ['Ireland', 'flat_rate', 'X'], { cost: '5 +' }, 1, "the formula '5 +' is not valid"],
    ['methods add', ['Ireland', 'flat_rate', 'X'], { cost: 'process.exit()' }, 1, 'is not valid: cannot be read'],
    ['methods add', ['Ireland', 'flat_rate', 'X'], { id: 'flat_rate:1' }, 1, 'have the same id'],
    ['methods add', ['Ireland', 'flat_rate', 'X'], { minimum: '5' }, 1, 'Unrecognized key'],
    ['methods add', ['Ireland', 'table', 'X'], { by: 'weight', rows: 'a-b=c' }, 2, "--rows: expected 'from-to=cost'"],
    ['methods set', ['Ireland', 'flat_rate:9'], {}, 1, "has no method 'flat_rate:9'"],
    ['methods set', ['Ireland', 'flat_rate:1'], { freeFrom: 'much' }, 2, "--free-from: 'much' is not an amount"],
    // A1
    ['methods set', ['Ireland', 'flat_rate:1'], { freeFrom: '1.250' }, 2, 'thousands or decimals'],
    ['methods set', ['Ireland', 'flat_rate:1'], { cost: '1.250' }, 2, 'thousands or decimals'],
    ['methods set', ['Ireland', 'flat_rate:1'], { classCosts: 'fragile=1,250' }, 2, 'thousands or decimals'],
    ['methods set', ['Ireland', 'flat_rate:1'], { transit: '2-x' }, 2, '--transit: expected days such as 2-4'],
    ['methods set', ['Ireland', 'flat_rate:1'], { transit: '2-3-4' }, 2, '--transit: expected days such as 2-4'],
    ['methods set', ['Ireland', 'flat_rate:1'], { transit: '4-2' }, 1, 'min is more than max'],
    ['methods remove', ['Ireland', 'flat_rate:9'], {}, 1, "has no method 'flat_rate:9'"],
    ['test', [], { country: 'Ireland', product: 'BOWL' }, 2, 'is no code of a country'],
    ['test', [], { product: 'BOWL=0' }, 2, 'expected a quantity from 1 to 9999 for BOWL'],
    ['test', [], { product: 'NOTHING' }, 1, 'No product has the SKU NOTHING'],
    ['test', [], {}, 2, '--product: expected SKUs'],
  ])('explain what is wrong with %s %j %j, and change nothing (B1, B2)', async (name, args, options, code, warning) => {
    const { version } = (await run('zones list')).data as { version: number };
    const refused = await run(name, args, options);
    expect(refused.code).toBe(code);
    expect(refused.warnings).toContain(warning);
    expect((await run('zones list')).data).toMatchObject({ version });
  });

  it.each([
    ['2–4', { min: 2, max: 4 }],
    ['2 — 4', { min: 2, max: 4 }],
    ['\u200e３', { min: 3, max: 3 }],
  ])('read the days of %s, with any dash and digits (A2)', async (transit, transitDays) => {
    expect(await run('methods set', ['Ireland', 'flat_rate:1'], { transit })).toMatchObject({ code: 0 });
    const { zones } = (await run('zones list')).data as { zones: { methods: object[] }[] };
    expect(zones[1]?.methods).toContainEqual(expect.objectContaining({ id: 'flat_rate:1', transitDays }));
  });

  it('refuse a change of zones that somebody else changed meanwhile', async () => {
    const results = await Promise.all([run('zones remove', ['Ireland']), run('zones remove', ['West coast'])]);
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(results.map(({ warnings }) => warnings).join('')).toContain('somebody else changed it');
    await changeSettings(shop, [{ key: 'shipping.zones', value: undefined, version: null }], 'shop');
  });

  it('read and list amounts in the currency of their zone', async () => {
    const zones = [{ name: 'Japan', places: [{ country: 'JP' }], currency: 'JPY', methods: [] }];
    await changeSettings(shop, [{ key: 'shipping.zones', value: zones, version: null }], 'shop');
    await run('methods add', ['Japan', 'local_pickup', 'Pickup'], { cost: '500' });
    await run('methods add', ['Japan', 'free_shipping', 'Free'], { requires: 'minimum', minimum: '9000' });
    const list = await run('methods list');
    expect(list.data).toMatchObject({ zones: [{ methods: [{ cost: 500 }, { minimum: 9000 }] }] });
    expect(list.text).toContain('¥9,000');
    await changeSettings(shop, [{ key: 'shipping.zones', value: undefined, version: null }], 'shop');
  });
});
