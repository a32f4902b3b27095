import type { FastifyRequest } from 'fastify';
import { isConsentGiven } from '#features/consent/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readText } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { type Attribution, normalizeAttribution } from './attribution.ts';
import { type AttributionField, attributionFields, getInputPrefix, noValue, type SentAttribution } from './contract.ts';
import { attributionPurpose } from './purpose.ts';
import { attributionSettings } from './settings.ts';
import { cookieNames, parseFields, toAttribution } from './tracker/cookies.shared.ts';

/** Reads the hidden inputs of a form. */
export function readFormAttribution(shop: Shop, request: FastifyRequest, form: FormBody): Attribution | undefined {
  const prefix = getInputPrefix(shop.wire);
  return readAttribution(shop, request, (field) => readText(form, prefix + field));
}

/** Reads the data of a call. */
export function readCallAttribution(
  shop: Shop,
  request: FastifyRequest,
  data: Readonly<Partial<Record<AttributionField, string | null | undefined>>> | null,
): Attribution | undefined {
  return readAttribution(shop, request, (field) => data?.[field] ?? '');
}

/**
 * Reads what a request says of its shopper's source. What was not sent comes from the tracker's
 * cookies, so that a form without script, or an express payment, has a source, too.
 * @returns undefined when the shopper does not allow it, or nothing is known
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

/** Values of two sources are not mixed. */
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
