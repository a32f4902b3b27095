import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { createTranslate } from '#platform/texts/texts.ts';
import { type Field, type FieldRecord, type Fields, listFields, type PickerContext, type ValuesOf } from '../field.ts';
import { FormFields, FormProblems } from '../form-fields.tsx';
import {
  choice,
  choices,
  date,
  email,
  file,
  flag,
  group,
  line,
  list,
  money,
  number,
  percent,
  period,
  phone,
  type RecordPicker,
  record,
  records,
  secret,
  text,
} from '../kinds.ts';
import { createValuesSchema, getFileLimits, readForm, updateForm } from '../read-form.ts';
import { loadRecords, toForm } from '../show-form.ts';

const t = createTranslate('en', {});
const colours = [
  { value: 'red', label: 'Red' },
  { value: 'blue', label: 'Blue' },
] as const;

const products = [
  { id: 1, label: 'Bowl' },
  { id: 2, label: 'Cup' },
];
const picker: RecordPicker = {
  load: async (_, ids) => products.filter(({ id }) => ids.includes(id)),
  search: async (_, query) => products.filter(({ label }) => label.toLowerCase().includes(query)),
};
const context = {} as PickerContext;

const places = { city: line({ label: 'City', required: true, max: 20 }), rate: percent({ label: 'Rate' }) };

const all = {
  name: line({ label: 'Name', required: true, max: 5 }),
  mail: email({ label: 'Mail' }),
  tel: phone({ label: 'Phone' }),
  about: text({ label: 'About', max: 100 }),
  weight: number({ label: 'Weight', decimals: 3, min: 0, max: 50, locale: 'de' }),
  off: percent({ label: 'Off' }),
  price: money({ label: 'Price', currency: 'EUR', min: 100 }),
  ends: date({ label: 'Ends', max: '2026-12-31' }),
  season: period({ label: 'Season' }),
  isOn: flag({ label: 'On' }),
  colour: choice({ label: 'Colour', options: colours }),
  more: choices({ label: 'More', options: colours }),
  gift: record({ label: 'Gift', picker }),
  set: records({ label: 'Set', picker, max: 2 }),
  key: secret({ label: 'Key', max: 50, setAt: new Date('2026-01-02') }),
  seat: group({ label: 'Seat', fields: places }),
  places: list({ label: 'Places', fields: places, max: 2 }),
};

const values: ValuesOf<typeof all> = {
  ...{ name: 'Ada', mail: 'ada@example.com', tel: '+44 20 7946 0018', about: 'one\ntwo', weight: 1.25, off: 12.5 },
  ...{ price: 1850, ends: '2026-05-01', season: { from: '2026-05-01', to: null }, isOn: true, colour: 'red' as const },
  ...{ more: ['blue' as const], gift: 1, set: [2, 1], key: undefined, seat: { city: 'Ghent', rate: null } },
  places: [
    { city: 'Oslo', rate: 25 },
    { city: 'Bergen', rate: null },
  ],
};

const read = <Own extends FieldRecord>(form: FormBody, fields: Own) => readForm({ t, form }, fields);
const render = (fields: FieldRecord, form: FormBody, more = {}) =>
  renderToStaticMarkup(<FormFields fields={fields} state={{ t, form, ...more }} />);
const problemsOf = (field: Field, form: FormBody) => read(form, { field }).problems.map(({ message }) => message);

describe('a form of typed fields', () => {
  it('reads the values that it shows, with their types', () => {
    const typed: Fields<ValuesOf<typeof all>> = all;
    expect(read(toForm(values, typed), all)).toEqual({ value: values, problems: [] });
  });

  it('shows each value in its control, and labels all of them', () => {
    const form = toForm(values, all);
    const html = render(all, form);
    for (const part of ['value="Ada"', 'value="1,25"', 'value="18.50"', 'type="date"', 'value="Bergen"'])
      expect(html).toContain(part);
    const names = Object.keys(form).filter((name) => form[name] !== '' && !/^(gift|set)$/.test(name));
    for (const name of names) expect(html).toContain(`name="${name}"`);
    const ids = [...html.matchAll(/<label[^>]* for="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(html).toContain(` id="${id}"`);
  });

  it('takes the same values from a call, and refuses others', () => {
    const schema = createValuesSchema(all);
    const { key: _, ...sent } = values;
    expect(schema.parse(sent)).toEqual(sent);
    for (const wrong of [{ price: '18.50' }, { ends: '2026-02-30' }, { places: [{ city: 1 }] }, { unknown: 1 }])
      expect(schema.safeParse({ ...sent, ...wrong }).success).toBe(false);
  });

  it('names problems by their path, in the order of the fields, and shows them there', () => {
    const form = {
      ...toForm(values, all),
      name: '',
      'places.1.city': '',
      'places.1.rate': '5',
      'places.0.rate': 'many',
    };
    const { problems } = read(form, all);
    expect(problems.map(({ field }) => field)).toEqual(['name', 'places.0.rate', 'places.1.city']);
    const html = render(all, form, { problems });
    expect(html).toContain('id="places.1.city-error"');
    expect(html).toContain('value="many"');
    const list = renderToStaticMarkup(<FormProblems state={{ t, problems }} />);
    expect(list).toContain('<a href="#places.0.rate">Places 1: Enter “Rate” as a number, e.g. 12.5</a>');
    expect(renderToStaticMarkup(<FormProblems state={{ t }} />)).toBe('');
  });

  it('writes values as text, and never a secret', () => {
    const byKey: Readonly<Record<string, unknown>> = { ...values, key: 'hush' };
    const texts = listFields(all).map(({ key, field }) => [
      key,
      field.kind.toText(byKey[key], field, { t, locale: 'en' }),
    ]);
    expect(Object.fromEntries(texts)).toMatchObject({
      ...{ weight: '1.25', off: '12.5%', price: '€18.50', ends: 'May 1, 2026', season: 'May 1, 2026 –', isOn: 'Yes' },
      ...{ colour: 'Red', more: 'Blue', set: '#2, #1', key: 'Set', seat: 'City: Ghent' },
      places: 'City: Oslo, Rate: 25%; City: Bergen',
    });
  });
});

describe('numbers and amounts', () => {
  it.each([
    ['12,5', 12.5],
    ['1.2500', 1.25],
    ['', null],
  ])('%j is %s', (typed, value) => {
    expect(read({ field: typed }, { field: all.weight })).toEqual({ value: { field: value }, problems: [] });
  });

  it.each([
    [all.weight, 'heavy', 'Enter “Weight” as a number, e.g. 12,5'],
    [all.weight, '1.250', 'Enter “Weight” as a number, e.g. 12,5'],
    [all.weight, '0.0001', 'Enter “Weight” as a number, e.g. 12,5'],
    [all.weight, '-1', '“Weight” must be at least 0.'],
    [all.weight, '51', '“Weight” can be at most 50.'],
    [all.price, '0.99', '“Price” must be at least €1.00.'],
    [all.price, '1.250', 'Enter “Price” as a number, e.g. 125.00'],
    [all.off, '101', 'Enter “Off” as a number, e.g. 12.5'],
    [number({ label: 'Count', required: true }), '', 'Please fill in “Count”.'],
    [number({ label: 'Count' }), '1.5', 'Enter “Count” as a number, e.g. 12'],
  ])('are refused: %#', (field, typed, message) => {
    expect(problemsOf(field, { field: typed })).toEqual([message]);
  });

  it('are written so that they are read again', () => {
    for (const locale of ['en', 'de', 'fr-CH', 'ar', undefined])
      for (const value of [0, 1.25, 1.234, 1250, 12.345]) {
        const field = number({ label: 'Count', decimals: 3, locale });
        expect(read(toForm({ field: value }, { field }), { field }).value).toEqual({ field: value });
        const amount = money({ label: 'Price', currency: 'KWD', locale });
        expect(read(toForm({ amount: 1250 }, { amount }), { amount }).value).toEqual({ amount: 1250 });
      }
  });
});

describe('dates, choices and secrets', () => {
  it.each([
    [all.ends, { field: '2026-02-30' }, 'Enter “Ends” as a date, e.g. 2026-05-31'],
    [all.ends, { field: '2027-01-01' }, '“Ends” can’t be after 2026-12-31.'],
    [all.season, { 'field.from': '2026-02-03', 'field.to': '2026-02-01' }, '“Season” can’t end before it starts.'],
    [period({ label: 'Season', required: true }), {}, 'Please fill in “Season”.'],
    [all.colour, { field: 'green' }, 'Select one of the choices.'],
    [all.more, { field: ['red', 'green'] }, 'Select one of the choices.'],
    [flag({ label: 'Terms', required: true }), {}, 'Please fill in “Terms”.'],
    [all.set, { field: ['1', '2', '3'] }, '“Set” can have at most 2.'],
    [secret({ label: 'Key', max: 9, setAt: null, required: true }), {}, 'Please fill in “Key”.'],
  ])('are refused: %#', (field, form, message) => {
    expect(problemsOf(field, form)).toEqual([message]);
  });

  it('keeps a secret that is left empty, removes it when asked to, and never shows it', () => {
    expect(read({ key: '' }, { key: all.key }).value.key).toBeUndefined();
    expect(read({ 'key.remove': '1' }, { key: all.key }).value.key).toBeNull();
    expect(read({ key: 'hush', 'key.remove': '1' }, { key: all.key }).value.key).toBe('hush');
    const html = render({ key: all.key }, { key: 'hush' });
    expect(html).toContain('Set on');
    expect(html).not.toContain('hush');
  });

  it('shows open choices with a radio button each', () => {
    const html = render({ colour: choice({ label: 'Colour', options: colours, isOpen: true }) }, { colour: 'blue' });
    expect(html).toMatch(/<input[^>]*type="radio"[^>]*checked=""[^>]*value="blue"/);
  });
});

describe('rows of a list', () => {
  const fields = { places: all.places };
  const form = toForm({ places: values.places }, fields);

  it('are added and removed by buttons, and keep what was typed', () => {
    const added = updateForm({ ...form, _add: 'places' }, fields) ?? {};
    expect(added['places.row']).toEqual(['0', '1', '2']);
    const removed = updateForm({ ...added, _add: '', _remove: 'places.0' }, fields) ?? {};
    expect(removed['places.row']).toEqual(['1', '2']);
    expect(read({ ...removed, 'places.2.city': 'Bodø' }, fields).value.places).toEqual([
      { city: 'Bergen', rate: null },
      { city: 'Bodø', rate: null },
    ]);
    expect(updateForm(form, fields)).toBeNull();
  });

  it('are left out when nothing was typed, and limited in number', () => {
    const added = updateForm({ ...form, _add: 'places' }, fields) ?? {};
    expect(read(added, fields).problems).toEqual([]);
    expect(read({ ...added, 'places.2.city': 'Bodø' }, fields).problems).toEqual([
      { field: 'places', message: '“Places” can have at most 2.' },
    ]);
    expect(render(fields, form)).not.toContain('name="_add"');
    expect(render(fields, {})).toMatch(/<button value="places"[^>]*name="_add"/);
  });

  it('don’t go by the Enter key: the first button of the form has no name', () => {
    expect(render(fields, form)).toMatch(/^<button[^>]* hidden=""[^>]*><\/button>/);
    expect(render({ name: all.name }, {})).not.toContain('<button');
  });
});

describe('records', () => {
  const fields = { set: all.set, gift: all.gift };

  it('are shown by their labels, with what a search found to choose from', async () => {
    const form: FormBody = { set: ['2'], 'set.search': 'bow', _search: 'set' };
    expect(updateForm(form, fields)).toBe(form);
    expect(updateForm({ 'set.search': 'bow' }, fields)).not.toBeNull();
    expect(updateForm({ 'set.search': 'bow', 'set.searched': 'bow' }, fields)).toBeNull();
    const html = render(fields, form, { records: await loadRecords(context, form, fields) });
    expect(html).toMatch(/<input[^>]*type="checkbox" id="set-2"[^>]*checked=""/);
    expect(html).toContain('for="set-1">Bowl</label>');
    expect(html).toContain('<input type="search"');
    const nothing = { 'gift.search': 'jug' };
    expect(render(fields, nothing, { records: await loadRecords(context, nothing, fields) })).toContain(
      'Nothing found.',
    );
  });

  it('are refused with an id that none can have', () => {
    const { value, problems } = readForm({ t, form: { set: ['2', '2147483648'], gift: '999999999999999' } }, fields);
    expect([value, problems.map(({ field }) => field)]).toEqual([{ set: [2], gift: null }, ['set', 'gift']]);
    expect(createValuesSchema(fields).safeParse({ set: [2_147_483_648], gift: null }).success).toBe(false);
  });
});

describe('files', () => {
  const upload = file({ label: 'List', maxBytes: 1_000_000, accept: ['.csv'], required: true });
  const received = (more: Partial<ReceivedFile>): ReceivedFile => ({
    ...{ field: 'upload', name: 'a.csv', bytes: 5, isTooLarge: false, isSurplus: false, sha256: '', path: '/tmp/a' },
    ...more,
  });

  it('give the limits of the request, and are checked', () => {
    expect(getFileLimits({ upload, more: file({ label: 'More', maxBytes: 5, maxFiles: 3 }) })).toEqual({
      ...{ maxBytes: 1_000_000, maxFiles: 4, discardsSurplus: true },
    });
    const read = (files: ReceivedFile[]) => readForm({ t, form: {}, files }, { upload });
    expect(read([received({})])).toMatchObject({ value: { upload: [{ name: 'a.csv' }] }, problems: [] });
    const messages = [
      [],
      [received({ name: 'a.exe' })],
      [received({ isTooLarge: true })],
      [received({}), received({})],
    ].map((files) => read(files).problems[0]?.message);
    expect(messages).toEqual([
      'Choose a file for “List”.',
      'Files for “List” must end in .csv.',
      'Files for “List” can have at most 1 MB.',
      '“List” can have at most 1.',
    ]);
    expect(render({ upload }, {})).toContain('accept=".csv"');
  });
});
