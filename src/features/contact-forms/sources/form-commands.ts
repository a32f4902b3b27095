import { listFields } from '#features/form-definitions/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { findContactForm, listContactForms } from './find-forms.ts';

const listCommand: CommandDefinition = {
  name: 'forms list',
  summary: 'list the contact forms',
  requires: 'forms.read',
  run: async (shop, _, output) => {
    const forms = await listContactForms(shop);
    output.table(
      ['id', 'title', 'locale', 'fields'],
      forms.map(({ id, title, locale, layout }) => [String(id), title, locale, String(listFields(layout).length)]),
    );
    if (forms.length === 0) output.line('No forms.');
    output.result(forms.map(({ id, title, locale }) => ({ id, title, locale })));
    return 0;
  },
};

const showCommand: CommandDefinition = {
  name: 'forms show',
  summary: 'show the definition of a contact form as JSON',
  requires: 'forms.read',
  arguments: [{ name: '<id>', description: 'id of the form' }],
  run: async (shop, { arguments: [id = ''] }, output) => {
    const form = /^\d{1,10}$/.test(id) ? await findContactForm(shop, Number(id)) : null;
    if (!form) {
      output.warn(`Form ${id.slice(0, 20)} not found. List them with 'shop forms list'.`);
      output.result({ ok: false, code: 'FORM_NOT_FOUND' });
      return 1;
    }
    output.line(JSON.stringify(form, null, 2));
    output.result(form);
    return 0;
  },
};

export const formCommands: readonly CommandDefinition[] = [listCommand, showCommand];
