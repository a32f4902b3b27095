import type { FastifyRequest } from 'fastify';
import { type AddFailure, type AddRequest, createFileFailure, formFields } from '#features/cart/index.ts';
import { getPurchasableVariations } from '#features/catalog/index.ts';
import { addonFieldName, addonFileTypes } from '#features/pricing/index.ts';
import { storeUploads } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';

type StoredForm = { readonly ok: true; readonly input: AddRequest; readonly hasFiles: boolean };

/**
 * Stores the files of a form that was sent without script and puts their ids into the fields. Files in other fields
 * are deleted after the reply. The ids are written to the request's body, too: after a failure the page submits them
 * again.
 */
export async function storeFormFiles(
  shop: Shop,
  request: FastifyRequest,
  owner: Owner,
  input: AddRequest,
): Promise<StoredForm | AddFailure> {
  const [item] = input.items;
  if (!item || (request.files ?? []).length === 0) return { ok: true, input, hasFiles: false };
  const found = await getPurchasableVariations(shop.db, [item.productId], shop.clock.now());
  const product = found.get(item.productId) ?? null;
  const definitions = product?.addons.filter(({ kind }) => kind === 'file') ?? [];
  const fields = new Set(definitions.map(addonFieldName));
  const files = (request.files ?? []).filter(({ field }) => fields.has(field));
  if (files.length === 0) return { ok: true, input, hasFiles: false };
  const types = addonFileTypes.filter((type) => definitions.some(({ fileRule }) => fileRule?.types.includes(type)));
  const stored = await storeUploads(shop, { owner, ip: request.ip, files, types });
  if (!stored.ok) return createFileFailure(stored, product);
  const form: Record<string, string | readonly string[]> = { ...formFields.parse(request.body) };
  for (const [index, { field }] of files.entries())
    form[field] = [form[field] ?? [], stored.uploads[index]?.id ?? []].flat();
  request.body = form;
  return { ok: true, input: { ...input, form }, hasFiles: true };
}
