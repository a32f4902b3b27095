import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { jsonMoment } from '#platform/admin/records/panel-data.ts';
import { definePanel } from '#platform/admin/records/record.ts';
import { text } from '#platform/forms/kinds.ts';
import { toAuthorColumns } from '#platform/sessions/author.ts';
import { formatMoment } from '#platform/texts/formats.ts';
import { Timeline } from '#ui/admin/timeline.tsx';
import { findPerson, lockPerson, toAuditLabel } from '../people.ts';
import { personNotes } from '../tables.ts';
import { personTexts as texts } from './texts.ts';

const maxNote = 2000;
const shownNotes = 100;

export const notesPanel = definePanel({
  ...{ id: 'notes', title: texts.notes, column: 'main' },
  data: (_shop, id) => sql`select coalesce(json_agg(n), '[]') from (
    select id, text, by, at from person_notes where person_id = ${id} order by at desc, id desc limit ${shownNotes}) n`,
  schema: z.array(z.object({ id: z.int(), text: z.string(), by: z.string(), at: jsonMoment })),
  render: ({ t, choices }, _person: unknown, notes) =>
    notes.length === 0 ? (
      <p>{t(texts.noNotes)}</p>
    ) : (
      <Timeline
        label={t(texts.notes)}
        entries={notes.map(({ id, text: note, by, at }) => ({
          ...{ id, who: by },
          what: <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note}</span>,
          when: <time dateTime={at.toISOString()}>{formatMoment(at, choices.locale)}</time>,
        }))}
      />
    ),
});

export const addNoteOperation = defineAdminOperation({
  ...{ name: 'customers.add-note', description: 'Adds a note of the staff about a customer.', text: texts.addNote },
  ...{ subject: 'person', requires: 'customers.write' },
  load: (_shop, db, id) => findPerson(db, id),
  label: (_shop, { name, email }) => name || email,
  fields: ({ t }) => ({ text: text({ label: t(texts.noteText), required: true, max: maxNote }) }),
  values: () => ({ text: '' }),
  lead: ({ t }) => t(texts.noteLead),
  run: async (shop, tx, id, values, { actor }) => {
    const person = await lockPerson(tx, id);
    if (!person) return { ok: false, code: 'PERSON_GONE', message: shop.t(texts.gone) };
    await tx
      .insert(personNotes)
      .values({ personId: id, text: values.text, at: shop.clock.now(), ...toAuthorColumns(actor) });
    // Do not copy the text of the note to the audit: customers can read the audit entries that name them.
    const { customerId } = person;
    const label = toAuditLabel({ id, ...person });
    return { ok: true, change: { label, before: null, after: { note: true }, customerId } };
  },
  outcomes: { done: texts.noteAdded },
});
