import { type CheckoutField, readText } from '#features/checkout/index.ts';
import type { Filler } from '#platform/features/slots.ts';
import { Island } from '#platform/islands/island.tsx';
import { Textarea } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { giftNoteName, maxNoteLength } from '../contract.ts';
import { readNote } from '../gift-notes.ts';
import { CharactersLeft } from '../islands/characters-left.tsx';
import { giftNoteTexts as texts } from '../texts.ts';

/** Fills `checkoutFields`. */
export const giftNoteField: Filler<object, CheckoutField> = (_shop, { t }) => ({
  name: giftNoteName,
  read(form) {
    const note = readNote(form);
    if (note.ok) return { ok: true, value: note.text };
    const message = t(texts.tooLong, { max: maxNoteLength, count: note.length });
    return { ok: false, problems: [{ field: giftNoteName, message }] };
  },
  render(form, problems) {
    const sent = readText(form, giftNoteName);
    return (
      <Field
        id={giftNoteName}
        label={t(texts.label)}
        note={t(texts.optional)}
        hint={t(texts.hint, { max: maxNoteLength })}
        error={problems.find(({ field }) => field === giftNoteName)?.message}
      >
        {(control) => (
          <>
            <Textarea {...control} name={giftNoteName} rows={3} maxLength={maxNoteLength} defaultValue={sent} />
            <Island
              of={CharactersLeft}
              props={{ field: giftNoteName, maxLength: maxNoteLength, used: sent.length, label: t(texts.left) }}
            />
          </>
        )}
      </Field>
    );
  },
});
