import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { findContactForm, getFileLimits, storedForms, storeForm } from '#features/contact-forms/index.ts';
import { type ContactForm, limitFiles, listFields } from '#features/form-definitions/index.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readCount } from '#platform/input/read-number.ts';
import { importForm } from './import-form.ts';

const maxBytes = 1_000_000;

/** `shop forms import`. */
export const importCommand: CommandDefinition = {
  name: 'forms import',
  summary: 'import a contact form of the plugin: its properties as JSON, or its form tags as text',
  requires: 'forms.write',
  arguments: [{ name: '<file>', description: 'a .json with id, title, form, mail …; else text with form tags' }],
  options: [
    { flags: '--id <id>', description: 'id of the form, for form tags or instead of its own' },
    { flags: '--title <title>', description: 'for form tags or instead of its own; default: the name of the file' },
    { flags: '--dry-run', description: 'only say what would be imported' },
  ],
  run: async (shop, { arguments: [file = ''], options }, output) => {
    const source = await readSource(file);
    if (source === null) {
      output.warn(`${file} can't be read, is no JSON, or has more than ${maxBytes} bytes.`);
      return 1;
    }
    const { form, problems } = importForm({
      ...{ title: basename(file, extname(file)), ...source },
      ...(options.id === undefined ? {} : { id: readCount(options.id) }),
      ...(options.title === undefined ? {} : { title: options.title }),
    });
    // The id may come from an option: it has no place in the file.
    for (const { property, line, message } of problems)
      output.warn(property === 'id' ? `${message} Give it with --id.` : `${property}:${line}: ${message}`);
    for (const message of listLowerLimits(shop, form)) output.warn(message);
    if (!form) {
      output.warn('The form was not imported.');
      output.result({ ok: false, code: 'FORM_NOT_VALID', problems });
      return 2;
    }
    const { id, title, layout } = form;
    if ((await findContactForm(shop, id)) && !(await storedForms.find(shop, id))) {
      output.warn(`Form ${id} is defined in shop.config.ts. Choose another id, or remove it there.`);
      output.result({ ok: false, code: 'FORM_ID_TAKEN' });
      return 1;
    }
    const isDryRun = options.dryRun === true;
    if (!isDryRun) {
      await inTransaction(shop.db, (tx) => storeForm(shop, tx, form));
      await shop.pages.awaitInvalidations();
    }
    const fields = listFields(layout).length;
    output.line(`Form ${id}, ${title}: ${fields} fields ${isDryRun ? 'can be' : 'were'} imported.`);
    output.result({ ok: true, id, fields, problems, dryRun: isDryRun });
    return 0;
  },
};

/** Says where a field takes larger files than the shop does. */
function listLowerLimits(shop: Shop, form: ContactForm | null): string[] {
  const limits = getFileLimits(shop);
  return listFields(form?.layout ?? []).flatMap((field) => {
    if (field.kind !== 'file') return [];
    const { maxBytes } = limitFiles(field, limits);
    if (maxBytes >= field.maxBytes) return [];
    const ways = 'Raise contact-forms.maxFileMegabytes or maxFiles for more.';
    return [
      `“${field.name}” takes ${maxBytes} bytes and not the ${field.maxBytes} of the form: the shop takes no larger files. ${ways}`,
    ];
  });
}

/** @returns null for a file that is missing, too large, or no JSON where its name says so */
async function readSource(file: string): Promise<object | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size > maxBytes) return null;
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  if (extname(file).toLowerCase() !== '.json') return { form: text };
  try {
    const source: unknown = JSON.parse(text);
    return typeof source === 'object' ? source : null;
  } catch {
    return null;
  }
}
