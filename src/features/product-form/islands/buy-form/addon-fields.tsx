import { lazy, Suspense } from 'react';
import { Checkbox, RadioGroup } from '#ui/choices.tsx';
import { Select, Textarea, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import type { BuyAddon } from '../buy-form.shared.ts';

const loadFileField = () => import('./files/file-field.tsx');

/** Loaded in the browser only for products that take files. The server loads it at once to render it. */
const FileField = import.meta.env.SSR
  ? (await loadFileField()).FileField
  : lazy(async () => ({ default: (await loadFileField()).FileField }));

interface AddonFieldsProps {
  readonly id: string;
  readonly addons: readonly BuyAddon[];
  readonly selectOption: string;
}

export function AddonFields({ id, addons, selectOption }: AddonFieldsProps) {
  if (addons.length === 0) return null;
  return (
    <div className="addons">
      {addons.map((addon, index) => (
        <AddonField key={addon.field} id={`${id}-addon-${index}`} addon={addon} selectOption={selectOption} />
      ))}
    </div>
  );
}

function AddonField({
  id,
  addon,
  selectOption,
}: {
  readonly id: string;
  readonly addon: BuyAddon;
  readonly selectOption: string;
}) {
  const { field, kind, label, help, required, maxLength, options } = addon;
  const length = maxLength === null ? {} : { maxLength };
  switch (kind) {
    case 'file':
      return (
        addon.file && (
          <Suspense>
            <FileField id={id} addon={addon} file={addon.file} />
          </Suspense>
        )
      );
    case 'checkbox':
      return <Checkbox id={id} name={field} value="yes" label={label} hint={help} required={required} />;
    case 'checkboxes':
      return (
        <fieldset className="choices">
          <legend className="choices__legend">{label}</legend>
          <div className="choices__list">
            {options.map((option) => (
              <Checkbox
                key={option.value}
                id={`${id}-${option.value}`}
                name={field}
                value={option.value}
                label={option.label}
              />
            ))}
          </div>
        </fieldset>
      );
    case 'radio':
      return <RadioGroup id={id} name={field} legend={label} hint={help} required={required} options={options} />;
    default:
      return (
        <Field id={id} label={label} hint={help} required={required}>
          {(control) => {
            if (kind === 'select')
              return <Select {...control} name={field} options={[{ value: '', label: selectOption }, ...options]} />;
            if (kind === 'textarea') return <Textarea {...control} name={field} rows={3} {...length} />;
            return <TextInput {...control} name={field} {...length} />;
          }}
        </Field>
      );
  }
}
