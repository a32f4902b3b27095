import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { hiddenNames, requireVisibleProperties } from '#platform/forms/field.ts';
import { FormFields } from '#platform/forms/form-fields.tsx';
import { line } from '#platform/forms/kinds.ts';
import { adminPath } from '../contract.ts';
import { defineAdminForm } from './form.ts';

const field = line({ label: 'Glaze', max: 10 });

it('a form whose field would hide a property of its element is refused when it is defined, and when it is opened', () => {
  const form = defineAdminForm({
    ...{ name: 'kilns.save-kiln', path: adminPath('kilns/:id'), requires: 'kilns.write', subject: 'kiln' },
    description: 'Saves a kiln.',
    // @ts-expect-error: `form.attributes` would be the control.
    fields: () => ({ name: field, attributes: field }),
    load: async () => null,
    save: async () => ({ ok: true, id: 1 }),
  });
  expect(form.name).toBe('kilns.save-kiln');
  for (const name of hiddenNames)
    expect(() => requireVisibleProperties({ [name]: field }), name).toThrow(`may not be called '${name}'`);
  // In a row or in a part that a feature added, the name of the control is another one.
  expect(() => requireVisibleProperties({ submit: field }, 'gifts.')).not.toThrow();
  expect(() => requireVisibleProperties({ action: { ...field, name: 'work' }, name: field })).not.toThrow();
  const t = (text: unknown) => String(text);
  const state = { t: t as never, form: {} };
  expect(() => renderToStaticMarkup(<FormFields fields={{ submit: field }} state={state} />)).toThrow('submit');
});
