import { getMessages } from '#features/form-definitions/index.ts';
import { createTranslate } from '#platform/texts/texts.ts';

const texts = getMessages(createTranslate('en'), {});

/** A file of a form: its name, its bytes, and what it begins with. */
export interface SampleFile {
  readonly name: string;
  readonly bytes: number;
  readonly start: string;
}
export type Sample = string | SampleFile;

/** What a client sends for a control. */
export type Samples = Readonly<Record<string, readonly Sample[]>>;

const pdf = (name: string, bytes: number): SampleFile => ({ name, bytes, start: '%PDF-1.7\n' });
const text = (name: string, bytes: number): SampleFile => ({ name, bytes, start: 'text ' });

/** Every field of the reference form (`demo/contact-forms.ts`), filled in rightly. The challenges are solved apart. */
export const rightValues: Samples = {
  name: ['Ada Lovelace'],
  email: ['ada@example.com'],
  site: ['https://example.com/ada'],
  phone: ['+49 30 123456'],
  reach: ['ada@example.org'],
  pieces: ['12'],
  size: ['6'],
  day: ['2026-03-03'],
  hour: ['14:30'],
  note: ['A note of\ntwo lines'],
  team: ['Studio'],
  'glazes[]': ['Salt', 'Ash'],
  source: ['Other'],
  'interests[]': ['Plates', 'Tiles'],
  'reply-by': ['Phone'],
  plates: ['The blue ones'],
  'sizes[]': ['Side', 'Dinner'],
  drawing: [pdf('drawing.pdf', 500)],
  'files[]': [pdf('a.pdf', 500), pdf('b.pdf', 700)],
  terms: ['1'],
};

export interface WrongValue {
  /** Name of the control; its field is this without `[]`. */
  readonly control: string;
  readonly rule: string;
  readonly values: readonly Sample[];
  /** What the shopper reads. */
  readonly error: string;
  /** Whether the control itself takes no such value, so that only a forged page sends it. */
  readonly isForged?: boolean;
  /** Whether the server alone knows. */
  readonly isUnknownToBrowser?: boolean;
}

const typed = (control: string, rule: string, value: string, error: string): WrongValue => ({
  ...{ control, rule, values: [value], error },
});
const forged = (control: string, rule: string, values: readonly string[], error: string): WrongValue => ({
  ...{ control, rule, values, error, isForged: true },
});
const files = (control: string, rule: string, values: readonly SampleFile[], error: string): WrongValue => ({
  ...{ control, rule, values, error },
});
const answer = (control: string, rule: string, value: string, error: string): WrongValue => ({
  ...{ control, rule, values: [value], error, isUnknownToBrowser: rule === 'answer' },
});
const long = (length: number) => 'x'.repeat(length);

/** One value for every rule of every field: each breaks this rule of this field and no other one before it. */
export const wrongValues: readonly WrongValue[] = [
  typed('name', 'required', '  ', texts.invalid_required),
  typed('name', 'minlength', 'A', texts.invalid_too_short.replace('{bound}', '2')),
  forged('name', 'maxlength', [long(41)], texts.invalid_too_long),
  typed('email', 'required', '', texts.invalid_required),
  typed('email', 'email', 'ada@localhost', texts.invalid_email),
  forged('email', 'maxlength', [`${long(400)}@b.cd`], texts.invalid_too_long),
  typed('site', 'url', 'javascript:alert(1)', texts.invalid_url),
  forged('site', 'maxlength', [`https://a.example/${long(400)}`], texts.invalid_too_long),
  typed('phone', 'tel', 'call me', texts.invalid_tel),
  forged('phone', 'maxlength', [`123456 # ${long(400)}`], texts.invalid_too_long),
  typed('reach', 'any', 'at the door', 'Enter an email address or a phone number.'),
  forged('reach', 'maxlength', [`${long(400)}@b.cd`], texts.invalid_too_long),
  forged('pieces', 'number', ['a dozen'], texts.invalid_number),
  typed('pieces', 'minnumber', '0', texts.number_too_small.replace('{bound}', '1')),
  typed('pieces', 'maxnumber', '100', texts.number_too_large.replace('{bound}', '99')),
  typed('pieces', 'stepnumber', '2.5', texts.number_off_step),
  forged('size', 'number', ['large'], texts.invalid_number),
  forged('size', 'minnumber', ['-2'], texts.number_too_small.replace('{bound}', '0')),
  forged('size', 'maxnumber', ['12'], texts.number_too_large.replace('{bound}', '10')),
  forged('size', 'stepnumber', ['5'], texts.number_off_step),
  forged('day', 'date', ['2026-02-30'], texts.invalid_date),
  typed('day', 'mindate', '2025-12-31', texts.date_too_early.replace('{bound}', '2026-01-01')),
  typed('day', 'maxdate', '2037-01-01', texts.date_too_late.replace('{bound}', '2036-12-31')),
  typed('day', 'dayofweek', '2026-03-07', texts.invalid_weekday),
  forged('hour', 'time', ['25:00'], texts.invalid_time),
  forged('note', 'maxlength', [long(2001)], texts.invalid_too_long),
  forged('team', 'enum', ['Elsewhere'], texts.invalid_choice),
  forged('team', 'maxitems', ['Orders', 'Studio'], texts.too_many_items),
  forged('glazes[]', 'enum', ['Salt', 'Lead'], texts.invalid_choice),
  forged('source', 'enum', ['A stranger'], texts.invalid_choice),
  forged('source', 'maxitems', ['A friend', 'Other'], texts.too_many_items),
  forged('interests[]', 'enum', ['Plates', 'Tiles', 'Bricks'], texts.invalid_choice),
  forged('reply-by', 'enum', ['Pigeon'], texts.invalid_choice),
  forged('reply-by', 'maxitems', ['Email', 'Phone'], texts.too_many_items),
  typed('plates', 'required', '', texts.invalid_required),
  forged('plates', 'maxlength', [long(401)], texts.invalid_too_long),
  forged('sizes[]', 'enum', ['Side', 'Huge'], texts.invalid_choice),
  forged('sizes[]', 'minitems', ['Side'], 'Choose at least two sizes.'),
  forged('sizes[]', 'maxitems', ['Side', 'Salad', 'Dinner', 'Serving'], 'Choose at most three sizes.'),
  files('drawing', 'requiredfile', [], texts.invalid_required),
  files('drawing', 'file', [text('drawing.txt', 500)], texts.upload_file_type_invalid),
  files('drawing', 'minfilesize', [pdf('drawing.pdf', 99)], texts.upload_file_too_small),
  files('drawing', 'maxfilesize', [pdf('drawing.pdf', 100_001)], texts.upload_file_too_large),
  files('drawing', 'maxitems', [pdf('a.pdf', 500), pdf('b.pdf', 500)], texts.too_many_items),
  files('files[]', 'file', [pdf('a.pdf', 500), text('b.exe', 500)], texts.upload_file_type_invalid),
  files('files[]', 'maxfilesize', [pdf('a.pdf', 600_000), pdf('b.pdf', 400_001)], texts.upload_file_too_large),
  files(
    'files[]',
    'maxitems',
    [1, 2, 3, 4].map((each) => pdf(`${each}.pdf`, 500)),
    texts.too_many_items,
  ),
  answer('quiz', 'required', ' ', texts.quiz_answer_not_correct),
  answer('quiz', 'answer', 'water', texts.quiz_answer_not_correct),
  forged('quiz', 'maxlength', [long(401)], texts.invalid_too_long),
  answer('picture', 'answer', 'AAAAAA', texts.captcha_not_match),
  forged('picture', 'maxlength', [long(401)], texts.invalid_too_long),
];

export const toBytes = ({ bytes, start }: SampleFile): Buffer => Buffer.from(start.padEnd(bytes, 'x').slice(0, bytes));

/** The entries that a browser sends. */
export function toFormData(samples: Samples): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(samples))
    for (const value of values)
      form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(toBytes(value))], value.name));
  return form;
}
