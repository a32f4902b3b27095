import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { contactForm } from '../definition/form.ts';
import { listFields } from '../definition/form-fields.ts';
import { maxSourceLength, parseFormTags } from '../tags/parse-form-tags.ts';
import { findContactForm, listContactForms } from './find-forms.ts';
import { storedForms, storeForm } from './stored-forms.ts';

const listCommand: CommandDefinition = {
  name: 'forms list',
  summary: 'list the contact forms',
  run: async (shop, _, output) => {
    const forms = await listContactForms(shop, shop.db);
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
  arguments: [{ name: '<id>', description: 'id of the form' }],
  run: async (shop, { arguments: [id = ''] }, output) => {
    const form = /^\d{1,10}$/.test(id) ? await findContactForm(shop, shop.db, Number(id)) : null;
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

const importCommand: CommandDefinition = {
  name: 'forms import',
  summary: 'import a contact form that is written in form tags',
  arguments: [{ name: '<file>', description: 'text with form tags, such as [text* your-name]' }],
  options: [
    { flags: '--id <id>', description: 'id of the form; an imported form with this id is replaced' },
    { flags: '--title <title>', description: 'default: the name of the file' },
    { flags: '--locale <locale>', description: 'such as en_GB; default: en' },
    { flags: '--dry-run', description: 'only say what would be imported' },
  ],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const id = Number(options.id);
    if (!Number.isSafeInteger(id) || id < 1) {
      output.warn('--id: expected a whole number of 1 or more, such as the id that the form had');
      return 2;
    }
    const source = await readSource(file);
    if (source === null) {
      output.warn(`${file} can't be read, or is larger than ${maxSourceLength} characters.`);
      return 1;
    }
    const { layout, problems } = parseFormTags(source);
    for (const { line, message } of problems) output.warn(`${file}:${line}: ${message}`);
    const title = typeof options.title === 'string' ? options.title : basename(file, extname(file));
    const locale = typeof options.locale === 'string' ? { locale: options.locale } : {};
    const parsed = contactForm.safeParse({ id, title, layout, ...locale });
    if (!parsed.success) {
      output.warn(`The form was not imported: ${z.prettifyError(parsed.error)}`);
      output.result({ ok: false, code: 'FORM_NOT_VALID', problems });
      return 1;
    }
    const known = await findContactForm(shop, shop.db, id);
    if (known && !(await storedForms.find(shop.db, id))) {
      output.warn(`Form ${id} is defined in shop.config.ts. Choose another id, or remove it there.`);
      output.result({ ok: false, code: 'FORM_ID_TAKEN' });
      return 1;
    }
    const isDryRun = options.dryRun === true;
    if (!isDryRun) await storeForm(shop.db, parsed.data, shop.clock.now());
    const fields = listFields(parsed.data.layout).length;
    output.line(`Form ${id}, ${title}: ${fields} fields ${isDryRun ? 'can be' : 'were'} imported.`);
    output.result({ ok: true, id, fields, problems, dryRun: isDryRun });
    return 0;
  },
};

/** @returns null for a file that is missing or too large */
async function readSource(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size > 4 * maxSourceLength) return null;
  const source = await readFile(file, 'utf8');
  return source.length > maxSourceLength ? null : source;
}

export const formCommands: readonly CommandDefinition[] = [listCommand, showCommand, importCommand];
