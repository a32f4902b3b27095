import { type ContactForm, contactForm, lacksQuiz } from '#features/form-definitions/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ContactFormSource, FormSourceShop } from '../ports.ts';

const selectForms = sqlQuery<{ id: number; definition: unknown }>(
  'contact-forms.list-forms',
  'select id, definition from contact_forms order by id',
);
const upsertForm = sqlQuery(
  'contact-forms.store-form',
  `insert into contact_forms (id, definition, imported_at) values ($1, $2, $3)
  on conflict (id) do update set definition = excluded.definition, imported_at = excluded.imported_at`,
);

export const storedFormsTag = 'contact-forms';

/** Pages with the form have this tag: it is dropped when the form is imported again. */
export const formCacheTag = (formId: number) => `contact-form:${formId}`;

/** By id. Kept in this process until a form is stored: every message needs one, and they rarely change. */
const getForms = ({ db, pages, log }: FormSourceShop): Promise<ReadonlyMap<number, ContactForm>> =>
  pages.remember('contact-forms:stored', [storedFormsTag], async () => {
    const rows = await selectForms(db, []);
    const forms = rows.flatMap(({ id, definition }) => {
      const parsed = contactForm.safeParse(definition);
      if (!parsed.success)
        log.error({ form: id, err: parsed.error }, 'a stored contact form is not valid; import it again');
      else if (lacksQuiz(parsed.data.layout))
        log.warn(
          { form: id },
          'who can’t see the image of a contact form can’t send it; import it again, which adds a quiz',
        );
      return parsed.success ? [[id, parsed.data] as const] : [];
    });
    return new Map(forms);
  });

export const storedForms: ContactFormSource = {
  find: async (shop, id) => (await getForms(shop)).get(id) ?? null,
  list: async (shop) => [...(await getForms(shop)).values()],
};

export async function storeForm(shop: Pick<Shop, 'clock' | 'pages'>, tx: Db, form: ContactForm): Promise<void> {
  await upsertForm(tx, [form.id, JSON.stringify(form), shop.clock.now()]);
  await shop.pages.invalidate(tx, [storedFormsTag, formCacheTag(form.id)]);
}
