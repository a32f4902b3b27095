import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ContactForm, type ContactFormInput, contactForm, lacksQuiz } from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type ContactFormSource, contactFormSources } from '../ports.ts';
import { storedFormsTag } from './stored-forms.ts';

/**
 * Makes a source of forms that are written as data, for `provides` in `shop.config.ts`.
 * @throws Error naming the form and what is wrong with it, such as an image without a quiz, or an id that two forms have
 */
export function defineContactForms(inputs: readonly ContactFormInput[]): ContactFormSource {
  const forms = new Map<number, ContactForm>();
  for (const input of inputs) {
    const parsed = contactForm.safeParse(input);
    if (!parsed.success) throw new Error(`contact form ${input.id}: ${z.prettifyError(parsed.error)}`);
    if (lacksQuiz(parsed.data.layout))
      throw new Error(
        `contact form ${input.id}: who can't see the image can't send it; add a field of the kind 'quiz' beside it`,
      );
    if (forms.has(parsed.data.id)) throw new Error(`contact form ${input.id}: two forms have this id`);
    forms.set(parsed.data.id, parsed.data);
  }
  return {
    find: async (_, id) => forms.get(id) ?? null,
    list: async () => [...forms.values()],
  };
}

export async function findContactForm(shop: Shop, id: number): Promise<ContactForm | null> {
  for (const { find } of shop.implementations(contactFormSources)) {
    const form = await find(shop, id);
    if (form) return form;
  }
  return null;
}

export async function findFormOfPath(shop: Shop, request: FastifyRequest): Promise<ContactForm | null> {
  const { id = '' } = request.params as { readonly id?: string };
  return /^[1-9]\d{0,9}$/.test(id) ? findContactForm(shop, Number(id)) : null;
}

export async function listContactForms(shop: Shop): Promise<ContactForm[]> {
  const forms = new Map<number, ContactForm>();
  for (const { list } of shop.implementations(contactFormSources))
    for (const form of await list(shop)) if (!forms.has(form.id)) forms.set(form.id, form);
  return [...forms.values()].toSorted((a, b) => a.id - b.id);
}

export type FormIds = ReadonlySet<number>;

/** Kept in this process until a form is stored: every page links to forms that exist. */
export const getFormIds = (shop: Shop): Promise<FormIds> =>
  shop.pages.remember('contact-forms:ids', [storedFormsTag], async () => {
    const forms = await listContactForms(shop);
    return new Set(forms.map(({ id }) => id));
  });
