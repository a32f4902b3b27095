import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { openOffice } from '#tests/support/office.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { shippingSettings } from '../settings.ts';
import { getMethodId, getZoneId } from './stored-zones.ts';

const database = useDatabase();
const ada = createStaffCookie('Ada', openBackOffice.name, 'shipping.read', 'shipping.write');
const bea = createStaffCookie('Bea', openBackOffice.name, 'shipping.read', 'shipping.write');
const reader = createStaffCookie('Rita', openBackOffice.name, 'shipping.read');
let app: App;
let office: ReturnType<typeof openOffice>;

const flat = { type: 'flat_rate', id: 'flat_rate:1', title: 'Parcel', cost: 690, freeFrom: 12_000 };
const first = [
  { name: 'Ireland', currency: 'EUR', places: [{ country: 'IE' }], methods: [flat] },
  {
    ...{ name: 'Berlin', currency: 'EUR', places: [{ country: 'DE', postcodes: ['10*'] }] },
    methods: [
      { ...flat, id: 'flat_rate:2', title: 'Courier', cost: '5 + 1.50 * [qty]', freeFrom: undefined },
      { type: 'free_shipping', id: 'free_shipping:1', title: 'Free', requires: 'minimum', minimum: 10_000 },
    ],
  },
  { name: 'World', currency: 'EUR', methods: [] },
];

beforeAll(async () => {
  app = await testShop(database, { choices: withTestSession, env: { LOG_LEVEL: 'silent' } });
  office = openOffice(app, ada);
});

const setZones = async (value: unknown) =>
  expect(await changeSettings(app.shop, [{ key: 'shipping.zones', value, version: null }], 'shop')).toMatchObject({
    ok: true,
  });
beforeEach(() => setZones(first));

const zones = () => app.shop.settings(shippingSettings).zones;
const zone = (name: string) => zones().find((each) => each.name === name);
const zonePath = (name: string) => `settings/shipping/zones/${getZoneId({ name })}`;
const methodId = (name: string, id: string) => getMethodId({ name }, { id });
const save = async (path: string, values: Record<string, string | readonly string[]>, as = ada) => {
  const { fields } = await office.get(path, as);
  return office.post(path, { ...fields, ...values }, as);
};
/** The notice that the next page shows. */
async function sendForNotice(path: string, values: Record<string, string>): Promise<string> {
  const reply = await app.http.inject({
    ...{ method: 'POST', url: `/admin/settings/shipping/${path}`, payload: String(new URLSearchParams(values)) },
    headers: {
      ...{ cookie: ada, accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  const notice = reply.cookies.find(({ name }) => name === 'vt_notice')?.value ?? '';
  return Buffer.from(notice, 'base64url').toString();
}
const undo = async (version: string) => /wasUndone|UNDO_TOO_LATE/.exec(await sendForNotice('undo', { version }))?.[0];
const problems = (body: string) => /id="problems".*?<\/ul>/s.exec(body)?.[0];

describe('the page of shipping', () => {
  it('[46] shows zones in their order with their methods and costs', async () => {
    const { body } = await office.get('settings/shipping');
    expect(body).toMatch(/1\. Ireland.*Parcel.*€6\.90, free from €120\.00.*2\. Berlin.*Germany: 10\*.*3\. World/s);
    expect((await office.get('settings/shipping', reader)).body).not.toContain('Add a zone');
  });

  it.each([
    ['country=IE&postcode=D02+X285&weight=1000&quantity=1&total=50.00', /Zone: Ireland.*Parcel.*€6\.90/s],
    ['country=IE&weight=1000&quantity=1&total=120.00', /Parcel.*€0\.00/s],
    [
      'country=DE&postcode=10115&weight=1&quantity=3&total=50.00',
      /Zone: Berlin.*Courier.*€9\.50.*Free.*Missing: €50\.00/s,
    ],
    ['country=DE&postcode=80331&weight=1&quantity=1&total=50.00', /Zone: World.*has no methods/s],
  ])('[46] tests an address: %s', async (query, expected) => {
    expect((await office.get(`settings/shipping?${query}`)).body).toMatch(expected);
  });

  it('[46] tests with the same sums as a cart, whatever the total is divided by', async () => {
    const { body } = await office.get('settings/shipping?country=IE&weight=100&quantity=7&total=119.99');
    expect(body).toMatch(/Parcel.*€6\.90/s);
  });

  it('tests with the weight that was typed, whatever it is divided by', async () => {
    const rows = [
      { from: 0, to: 2000, cost: 500 },
      { from: 2001, cost: 900 },
    ];
    const table = { type: 'table', id: 'table:1', title: 'By weight', by: 'weight', rows };
    await setZones([{ ...first[0], methods: [table] }]);
    const { body } = await office.get('settings/shipping?country=IE&weight=2000&quantity=3&total=50.00');
    expect(body).toMatch(/Zone: Ireland.*By weight.*€5\.00/s);
  });

  it('says what is wrong in the test', async () => {
    const { statusCode, body } = await office.get('settings/shipping?country=XX&weight=-1&quantity=0&total=1.250');
    expect(statusCode).toBe(200);
    for (const name of ['country', 'weight', 'quantity', 'total']) expect(problems(body)).toContain(`#${name}`);
  });
});

describe('a zone in the back office', () => {
  it('[46] is added before that of everywhere else, with places', async () => {
    const saved = await save('settings/shipping/zones/new', {
      ...{ zone_name: 'Alps', countries: ['AT', 'CH'] },
      ...{ 'parts.row': '0', 'parts.0.country': 'US', 'parts.0.states': 'CA\nNew York', 'parts.0.postcodes': '' },
    });
    expect(saved.statusCode, problems(saved.body)).toBe(303);
    expect(zones().map(({ name }) => name)).toEqual(['Ireland', 'Berlin', 'Alps', 'World']);
    expect(zone('Alps')).toMatchObject({
      places: [{ country: 'AT' }, { country: 'CH' }, { country: 'US', states: ['CA', 'New York'] }],
      methods: [],
    });
  });

  it('[46] keeps its methods when its name and places change', async () => {
    expect((await save(zonePath('Berlin'), { zone_name: 'Munich', 'parts.0.postcodes': '80*, 81*' })).statusCode).toBe(
      303,
    );
    expect(zone('Munich')).toMatchObject({ places: [{ country: 'DE', postcodes: ['80*', '81*'] }] });
    expect(zone('Munich')?.methods.map(({ id }) => id)).toEqual(['flat_rate:2', 'free_shipping:1']);
  });

  it('keeps codes that are no countries: without them it would be everywhere else', async () => {
    await setZones([{ name: 'Britain', currency: 'EUR', places: [{ country: 'UK' }], methods: [] }]);
    expect((await save(zonePath('Britain'), { zone_name: 'Islands' })).statusCode).toBe(303);
    expect(zone('Islands')?.places).toEqual([{ country: 'UK' }]);
    expect((await save(zonePath('Islands'), { countries: ['GB'] })).statusCode).toBe(303);
    expect(zone('Islands')?.places).toEqual([{ country: 'GB' }]);
  });

  it.each([
    ['a name that another has', { zone_name: 'ireland' }, 'zone_name'],
    ['a postcode that the country does not have', { 'parts.0.postcodes': 'ABC' }, 'parts'],
    ['no places, though it is not the last', { 'parts.row': [] }, 'parts'],
  ])('refuses %s', async (_what, typed, field) => {
    const saved = await save(zonePath('Berlin'), typed);
    expect(saved.statusCode).toBe(422);
    expect(problems(saved.body)).toContain(`#${field}`);
    expect(zone('Berlin')?.places).toEqual(first[1]?.places);
  });

  it('[46] that two people change merges, or tells the second one', async () => {
    const opened = await office.get(zonePath('Ireland'));
    expect((await save(zonePath('Ireland'), { countries: ['IE', 'GB'] }, bea)).statusCode).toBe(303);
    const refused = await office.post(zonePath('Ireland'), { ...opened.fields, countries: ['FR'] });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Bea');
    expect(zone('Ireland')?.places).toEqual([{ country: 'IE' }, { country: 'GB' }]);
  });

  it('[46] moves, goes, and comes back', async () => {
    const post = (path: string, values: Record<string, string>) => office.post(`settings/shipping/${path}`, values);
    const id = String(getZoneId({ name: 'Ireland' }));
    await post('move', { kind: 'zone', id, by: '1' });
    expect(zones().map(({ name }) => name)).toEqual(['Berlin', 'Ireland', 'World']);
    // Only the last one may be everywhere else.
    await post('move', { kind: 'zone', id, by: '1' });
    expect(zones().map(({ name }) => name)).toEqual(['Berlin', 'Ireland', 'World']);
    await post('remove', { kind: 'zone', id });
    expect(zones().map(({ name }) => name)).toEqual(['Berlin', 'World']);
    const version = String(app.shop.settingStore.current.rows.get('shipping.zones')?.version);
    await post('undo', { version: String(Number(version) - 1) });
    expect(zones()).toHaveLength(2);
    await post('undo', { version });
    expect(zones().map(({ name }) => name)).toEqual(['Berlin', 'Ireland', 'World']);
    await post('remove', { kind: 'method', id: String(methodId('Berlin', 'flat_rate:2')) });
    expect(zone('Berlin')?.methods.map((each) => each.id)).toEqual(['free_shipping:1']);
  });

  it('[46] goes and comes back once, however often the button was pressed', async () => {
    const post = (path: string, values: Record<string, string>) => office.post(`settings/shipping/${path}`, values);
    const removed = { kind: 'zone', id: String(getZoneId({ name: 'Ireland' })) };
    for (const _ of [1, 2]) await post('remove', removed);
    const version = String(app.shop.settingStore.current.rows.get('shipping.zones')?.version);
    const notices = await Promise.all([1, 2, 3].map(() => undo(version)));
    expect(new Set(notices)).toEqual(new Set(['wasUndone']));
    expect(zones().map(({ name }) => name)).toEqual(['Ireland', 'Berlin', 'World']);
    await post('move', { kind: 'zone', id: removed.id, by: '1' });
    expect(await undo(version)).toBe('UNDO_TOO_LATE');
    expect((await post('remove', { kind: 'zone', id: '12345' })).statusCode).toBe(303);
  });

  it('[46] the second click on Remove offers to undo the first', async () => {
    const removed = { kind: 'method', id: String(methodId('Berlin', 'flat_rate:2')) };
    const first = await sendForNotice('remove', removed);
    expect(first).toContain('wasRemoved');
    expect(await sendForNotice('remove', removed)).toBe(first);
    expect(await sendForNotice('remove', { kind: 'method', id: '12345' })).toContain('isGone');
  });

  it('is closed to who may only look', async () => {
    for (const path of ['settings/shipping/zones/new', zonePath('Ireland'), 'settings/shipping/flat-rates/new']) {
      expect((await office.get(path, reader)).statusCode).toBe(403);
      expect((await office.post(path, { zone_name: 'Mine' }, reader)).statusCode).toBe(403);
    }
    for (const path of ['move', 'remove', 'undo'])
      expect((await office.post(`settings/shipping/${path}`, { kind: 'zone', id: '1' }, reader)).statusCode).toBe(403);
    expect((await office.get('settings/shipping/zones/12345')).statusCode).toBe(404);
  });
});

describe('a method in the back office', () => {
  it.each([
    [
      'flat-rates',
      {
        cost: '4 + 1 * [qty]',
        classCosts: 'fragile = 4.00\nbulky = 2 * [qty]',
        noClassCost: '1.00',
        freeFrom: '80.00',
      },
      {
        ...{ type: 'flat_rate', id: 'flat_rate:3', cost: '4 + 1 * [qty]', noClassCost: 100, freeFrom: 8000 },
        classCosts: { fragile: 400, bulky: '2 * [qty]' },
      },
    ],
    [
      'free-shipping',
      { requires: 'minimum-or-coupon', minimum: '60.00' },
      { type: 'free_shipping', id: 'free_shipping:2', requires: 'minimum-or-coupon', minimum: 6000 },
    ],
    [
      'pickups',
      {
        cost: '0.00',
        'places.row': '0',
        'places.0.place': 'studio',
        'places.0.text': 'The studio',
        'places.0.detail': 'Quay 1',
      },
      { type: 'local_pickup', cost: 0, places: [{ id: 'studio', title: 'The studio', detail: 'Quay 1' }] },
    ],
    [
      'tables',
      {
        ...{ by: 'weight', 'rows.row': ['0', '1'], 'rows.0.from': '0', 'rows.0.to': '2000', 'rows.0.cost': '5.00' },
        ...{ 'rows.1.from': '2001', 'rows.1.cost': '8.00', 'rows.1.stepSize': '1000', 'rows.1.stepCost': '1.50' },
      },
      {
        ...{ type: 'table', by: 'weight' },
        rows: [
          { from: 0, to: 2000, cost: 500 },
          { from: 2001, cost: 800, stepSize: 1000, stepCost: 150 },
        ],
      },
    ],
  ])('[46] is added and saved again as it is: %s', async (kind, typed, stored) => {
    const saved = await save(`settings/shipping/${kind}/new`, {
      ...{ zone: 'Ireland', method_title: 'Another', minDays: '2', maxDays: '4' },
      ...(typed as Record<string, string>),
    });
    expect(saved.statusCode, problems(saved.body)).toBe(303);
    const added = zone('Ireland')?.methods.at(-1);
    expect(added).toMatchObject({ title: 'Another', transitDays: { min: 2, max: 4 }, ...stored });
    const path = `settings/shipping/${kind}/${methodId('Ireland', added?.id ?? '')}`;
    const again = await save(path, {});
    expect(again.statusCode, problems(again.body)).toBe(303);
    expect(zone('Ireland')?.methods.at(-1)).toEqual(added);
    expect((await save(path, { method_title: 'Renamed' })).statusCode).toBe(303);
    expect(zone('Ireland')?.methods.at(-1)).toEqual({ ...added, title: 'Renamed' });
  });

  it.each([
    ['flat-rates', { cost: '1.250' }, 'cost'],
    ['flat-rates', { cost: '5 +' }, 'cost'],
    ['flat-rates', { classCosts: 'fragile' }, 'classCosts'],
    ['flat-rates', { minDays: '4', maxDays: '2' }, 'maxDays'],
    ['flat-rates', { minDays: '4' }, 'maxDays'],
    ['flat-rates', { zone: 'Nowhere' }, 'zone'],
    ['free-shipping', { requires: 'minimum' }, 'minimum'],
    ['tables', {}, 'rows'],
    ['tables', { 'rows.row': '0', 'rows.0.from': '9', 'rows.0.to': '2', 'rows.0.cost': '5.00' }, 'rows'],
    ['pickups', { 'places.row': '0', 'places.0.place': 'a b', 'places.0.text': 'X' }, 'places'],
  ])('refuses in %s what is wrong: %s', async (kind, typed, field) => {
    const common = { zone: 'Ireland', method_title: 'Another' };
    const saved = await save(`settings/shipping/${kind}/new`, { ...common, ...(typed as Record<string, string>) });
    expect(saved.statusCode).toBe(422);
    expect(problems(saved.body)).toContain(`#${field}`);
    expect(zone('Ireland')?.methods).toHaveLength(1);
  });

  it('[46] gets an id that no method had before: orders and reports name those that were removed', async () => {
    const ids = () => zone('World')?.methods.map(({ id }) => id);
    const add = () => save('settings/shipping/flat-rates/new', { zone: 'World', method_title: 'Slow', cost: '1.00' });
    await setZones(
      first.with(2, { name: 'World', currency: 'EUR', methods: [{ ...flat, id: 'flat_rate:41' }] } as never),
    );
    await add();
    expect(ids()).toEqual(['flat_rate:41', 'flat_rate:42']);
    await setZones(first);
    await add();
    expect(ids()).toEqual(['flat_rate:43']);
  });
});
