import type { FastifyRequest } from 'fastify';
import type { ContactForm } from '#features/form-definitions/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findContactForm } from '../sources/find-forms.ts';

/** The form whose id is in the path. */
export async function findFormOfPath(shop: Shop, request: FastifyRequest): Promise<ContactForm | null> {
  const { id = '' } = request.params as { readonly id?: string };
  return /^[1-9]\d{0,9}$/.test(id) ? findContactForm(shop, Number(id)) : null;
}
