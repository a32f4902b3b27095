import { createElement, type ReactNode } from 'react';
import { z } from 'zod';
import type { CheckoutExtension } from '#features/checkout/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { attributionFields, getExtensionNamespace, getInputPrefix, getInputsElement } from './contract.ts';
import { extensionName } from './keep-attribution.ts';
import { readCallAttribution, readFormAttribution } from './read-request.ts';
import { attributionSettings } from './settings.ts';

// The request's size is limited, and the values are cut.
const sentValue = z.union([z.string(), z.number().transform(String)]).nullish();

type SentData = { readonly [Field in (typeof attributionFields)[number]]?: string | null | undefined };

/** Unknown fields are ignored, since scripts that a shop brings along may send more. */
const dataSchema = z.object(
  Object.fromEntries(attributionFields.map((field) => [field, sentValue])),
) as unknown as z.ZodType<SentData>;

/**
 * The element that trackers fill with inputs, empty. Those of the registration are for scripts of a shop
 * that moved here: the shop keeps nothing of them.
 */
export function renderAttributionInputs(shop: Shop): ReactNode {
  if (!shop.settings(attributionSettings).isUsed) return null;
  // Without a box it takes no space between the sections of the form.
  const attributes = { 'data-filled-by-script': '', style: { display: 'contents' } };
  return createElement(getInputsElement(shop.wire), attributes);
}

/** Provides `checkoutExtensions`: the inputs of the form and the data of calls. */
export const attributionExtension: CheckoutExtension<SentData> = {
  name: extensionName,
  render: renderAttributionInputs,
  fieldPrefix: getInputPrefix,
  readForm: readFormAttribution,
  namespace: getExtensionNamespace,
  schema: dataSchema,
  readData: readCallAttribution,
};
