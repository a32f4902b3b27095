import type { FastifyRequest } from 'fastify';
import { createElement, type ReactNode } from 'react';
import { z } from 'zod';
import type { CheckoutExtension } from '#features/checkout/index.ts';
import { isConsentGiven } from '#features/consent/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readText } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type Attribution, normalizeAttribution } from './attribution.ts';
import {
  type AttributionField,
  attributionFields,
  getExtensionNamespace,
  getInputPrefix,
  getInputsElement,
  noValue,
  type SentAttribution,
} from './contract.ts';
import { extensionName } from './keep-attribution.ts';
import { attributionPurpose } from './purpose.ts';
import { attributionSettings } from './settings.ts';
import { cookieNames, parseFields, toAttribution } from './tracker/cookies.shared.ts';

// Needs no limit, since the size of the request is limited and the values are cut.
const sentValue = z.union([z.string(), z.number().transform(String)]).nullish();

type SentData = { readonly [Field in (typeof attributionFields)[number]]?: string | null | undefined };

/** Unknown fields are ignored, since scripts that a shop brings along may send more. */
const dataSchema = z.object(
  Object.fromEntries(attributionFields.map((field) => [field, sentValue])),
) as unknown as z.ZodType<SentData>;

/**
 * Renders the empty element that trackers fill with inputs. Inputs of the registration form serve scripts of shops
 * that moved here: the shop stores no values of them.
 */
export function renderAttributionInputs(shop: Shop): ReactNode {
  if (!shop.settings(attributionSettings).isUsed) return null;
  // An element without a box takes no space between the sections of the form.
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

function readFormAttribution(shop: Shop, request: FastifyRequest, form: FormBody): Attribution | undefined {
  const prefix = getInputPrefix(shop.wire);
  return readAttribution(shop, request, (field) => readText(form, prefix + field));
}

function readCallAttribution(
  shop: Shop,
  request: FastifyRequest,
  data: Readonly<Partial<Record<AttributionField, string | null | undefined>>> | null,
): Attribution | undefined {
  return readAttribution(shop, request, (field) => data?.[field] ?? '');
}

/**
 * Reads the source of the shopper from a request. Values that were not sent come from the tracker's cookies, so that
 * a form without script or an express payment has a source, too.
 * @returns undefined when the shopper does not allow it, or no source is known
 */
function readAttribution(
  shop: Shop,
  request: FastifyRequest,
  getSent: (field: AttributionField) => string,
): Attribution | undefined {
  if (!isConsentGiven(shop, request, attributionPurpose)) return undefined;
  const kept = readRequestCookies(shop, request);
  const values = attributionFields.map((field) => [field, getSent(field)]);
  const sent = Object.fromEntries(values) as SentAttribution;
  return normalizeAttribution(mergeAttributions(sent, kept)) ?? undefined;
}

/** Uses the values of one source only, never a mix of two. */
function mergeAttributions(sent: SentAttribution, kept: SentAttribution): SentAttribution {
  if (normalizeAttribution(sent) === null) return kept;
  const isMissing = (value: string) => value === '' || value === noValue;
  const isSameSource =
    sent.source_type === kept.source_type && (isMissing(sent.utm_source) || sent.utm_source === kept.utm_source);
  if (!isSameSource) return sent;
  const values = attributionFields.map((field) => [field, isMissing(sent[field]) ? kept[field] : sent[field]]);
  return Object.fromEntries(values) as SentAttribution;
}

function readRequestCookies(shop: Shop, request: FastifyRequest): SentAttribution {
  const { cookiePrefix } = shop.settings(attributionSettings);
  const cookies = cookieNames.map((name) => [name, parseFields(request.cookies[`${cookiePrefix}_${name}`] ?? '')]);
  return toAttribution(Object.fromEntries(cookies));
}
