import { type ContactForm, contactForm } from '#features/form-definitions/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { ContactFormSource } from '../ports.ts';

const selectForm = sqlQuery<{ definition: unknown }>(
  'contact-forms.find-form',
  'select definition from contact_forms where id = $1',
);
const selectForms = sqlQuery<{ definition: unknown }>(
  'contact-forms.list-forms',
  'select definition from contact_forms order by id',
);
const upsertForm = sqlQuery(
  'contact-forms.store-form',
  `insert into contact_forms (id, definition, imported_at) values ($1, $2, $3)
  on conflict (id) do update set definition = excluded.definition, imported_at = excluded.imported_at`,
);

/** Forms that were imported into the database. */
export const storedForms: ContactFormSource = {
  find: async (db, id) => {
    const [row] = await selectForm(db, [id]);
    return row ? contactForm.parse(row.definition) : null;
  },
  list: async (db) => (await selectForms(db, [])).map(({ definition }) => contactForm.parse(definition)),
};

/** Stores a form, or replaces the one of its id. */
export async function storeForm(db: Db, form: ContactForm, now: Date): Promise<void> {
  await upsertForm(db, [form.id, JSON.stringify(form), now]);
}
