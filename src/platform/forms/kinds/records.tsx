import { z } from 'zod';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { readCount } from '#platform/input/read-number.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field as LabelledField } from '#ui/field.tsx';
import {
  type FieldKind,
  type FieldProps,
  type FormInput,
  findFieldError,
  type RecordPicker,
  type TextContext,
} from '../field.ts';
import type { FieldLook } from '../field-look.shared.tsx';
import { readAll, readSingleLine } from '../read-form.ts';
import { formTexts as texts } from '../texts.ts';
import { CheckboxGroup } from './choices.tsx';

export interface RecordOptions extends FieldLook {
  readonly picker: RecordPicker;
  /** Maximum number of chosen records. Default: 100. */
  readonly max?: number | undefined;
}

/** Name of the button that searches: `_search=<name>`. The searched text is in `<name>.search`. */
export const searchButton = '_search';

/** Largest id, since ids of records are of type `integer`. */
const maxId = 2_147_483_647;

/** The distinct ids that a form has for a field, in order. */
export const readIds = (form: FormBody, name: string): number[] => [
  ...new Set(
    readAll(form, name)
      .map(readCount)
      .filter((id) => id > 0 && id <= maxId),
  ),
];

function readRecords({ t, form }: FormInput, name: string, { label, required, max = 100 }: RecordOptions) {
  const value = readIds(form, name);
  const refuse = (message: string) => ({ value, problems: [{ field: name, message }] });
  // An invalid id is refused instead of ignored: without it, a discount for one product could become one for all
  // products.
  if (readAll(form, name).some((text) => readCount(text) > maxId)) return refuse(t(texts.choiceInvalid));
  if (required && value.length === 0) return refuse(t(texts.required, { label }));
  return value.length > max ? refuse(t(texts.tooMany, { label, max })) : { value, problems: [] };
}

/** Searches when the search button is pressed, and when the Enter key submits a text that was not searched yet. */
export function updateSearch(form: FormBody, name: string): FormBody | null {
  const query = readSingleLine(form, `${name}.search`);
  const isNew = query !== '' && query !== readSingleLine(form, `${name}.searched`);
  return isNew || readSingleLine(form, searchButton) === name ? form : null;
}

const listPicked = (form: FormBody, name: string, { picker }: RecordOptions) => [
  { name, picker, ids: readIds(form, name), query: readSingleLine(form, `${name}.search`) },
];

interface RecordsProps extends FieldProps<RecordOptions> {
  readonly type?: 'radio';
}

function Records({ field, name, state, type, children }: RecordsProps) {
  const { t, form, problems, records } = state;
  const { id = name, label, hint, required } = field;
  const { chosen = [], found = null } = records?.get(name) ?? {};
  const others = (found ?? []).filter((option) => !chosen.some((each) => each.id === option.id));
  const none = type === 'radio' && !required ? [{ value: '', label: t(texts.none) }] : [];
  const options = [...chosen, ...others].map((option) => ({ value: String(option.id), label: option.label }));
  return (
    <CheckboxGroup
      {...{ id, name, legend: label, hint, type, error: findFieldError(problems, name) }}
      options={[...none, ...options]}
      chosen={chosen.length === 0 ? [''] : chosen.map((option) => String(option.id))}
    >
      <div className="stack">
        {found && <input type="hidden" name={`${name}.searched`} value={readSingleLine(form, `${name}.search`)} />}
        <div className="picker">
          <LabelledField id={`${id}.search`} label={t(texts.search, { label })}>
            {(control) => (
              <TextInput
                {...control}
                type="search"
                name={`${name}.search`}
                defaultValue={readSingleLine(form, `${name}.search`)}
                maxLength={200}
              />
            )}
          </LabelledField>
          <Button look="quiet" name={searchButton} value={name} formNoValidate>
            {t(texts.searchButton)}
          </Button>
        </div>
        {found?.length === 0 && <p role="status">{t(texts.nothingFound)}</p>}
      </div>
      {children}
    </CheckboxGroup>
  );
}

const formatRecords = (ids: readonly number[], { picker }: RecordOptions, { names }: TextContext): string =>
  ids.map((id) => names?.get(picker)?.get(id) ?? `#${id}`).join(', ');

const toIds = (value: number | null): readonly number[] => (value === null ? [] : [value]);

export const recordKind: FieldKind<number | null, RecordOptions> = {
  name: 'record',
  read(input, name, field) {
    const { value, problems } = readRecords(input, name, { ...field, max: 1 });
    return { value: value[0] ?? null, problems };
  },
  render: (props) => <Records {...props} type="radio" />,
  toText: (value, field, context) => formatRecords(toIds(value), field, context),
  listRecords: (value, { picker }) => [{ picker, ids: toIds(value) }],
  json: () => z.int32().positive().nullable(),
  toForm: (value, name) => ({ [name]: value === null ? '' : String(value) }),
  update: updateSearch,
  listShownRecords: listPicked,
};

export const recordsKind: FieldKind<readonly number[], RecordOptions> = {
  name: 'records',
  read: readRecords,
  render: (props) => <Records {...props} />,
  toText: formatRecords,
  listRecords: (ids, { picker }) => [{ picker, ids }],
  json: () => z.array(z.int32().positive()),
  toForm: (value, name) => ({ [name]: value.map(String) }),
  update: updateSearch,
  listShownRecords: listPicked,
};
