import { z } from 'zod';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { taxErrors } from '../errors.ts';
import { addOffers, removeStoredRate } from './offers.ts';
import { addOffersPath, removeRatePath, taxesPath } from './paths.ts';
import { taxOfficeTexts as texts } from './texts.ts';

const toTaxes = (code: string, count?: number): FormReply => ({ redirectTo: taxesPath, notices: [{ code, count }] });

const common = { requires: 'taxes.write', errors: taxErrors } as const;
const key = z.string().max(50);

export const addOffersMutation = defineMutation({
  ...common,
  name: 'taxes.add-offered-rates',
  description: 'Adds standard rates of the European Union that the page of tax rates offers, as it showed them.',
  schema: z.object({ offer: z.union([key.transform((one) => [one]), z.array(key).max(100)]).default([]) }),
  run: async ({ shop, getActor }, { offer }) => addOffers(shop, offer, shop.t(texts.vat), await getActor()),
  form: {
    path: addOffersPath,
    success: (_call, { count }) => toTaxes('wasAdded', count),
    failure: (_call, { code }) => toTaxes(code),
  },
});

export const removeRateMutation = defineMutation({
  ...common,
  name: 'taxes.remove-rate',
  description: 'Removes a tax rate. Orders keep their taxes.',
  schema: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
  run: async ({ shop, getActor }, { id }) => removeStoredRate(shop, id, await getActor()),
  form: {
    path: removeRatePath,
    success: () => toTaxes('wasRemoved'),
    failure: (_call, { code }) => toTaxes(code),
  },
});
