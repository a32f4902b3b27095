import { z } from 'zod';
import type { Shop } from '#platform/features/shop.ts';
import { fetchBytes } from '#platform/media/fetch-bytes.ts';
import type { AskVatService, VatAnswer } from '../ports.ts';
import { vatNumberSettings } from '../settings.ts';

const optionalText = z.string().nullish();

/** A failure has status 200, too. */
const viesReply = z.object({
  valid: z.boolean().optional(),
  countryCode: optionalText,
  vatNumber: optionalText,
  requestIdentifier: optionalText,
  name: optionalText,
  address: optionalText,
  userError: optionalText,
  errorWrappers: z.array(z.object({ error: z.string() })).optional(),
});

/** Maximum number of bytes of a reply. Usual replies have less than one thousand. */
const maxReply = 20_000;

/**
 * Provides `vat-numbers.check` with the REST API of the European Commission's VAT Information Exchange System (VIES).
 */
export const askVies: AskVatService = async (shop, { prefix, number, requester, timeout }) => {
  const { service } = shop.settings(vatNumberSettings);
  if (shop.config.mode === 'live' && !service.startsWith('https:')) return toUnavailableAnswer('NO_HTTPS');
  const fetched = await fetchBytes(`${service}/check-vat-number`, {
    ...{ maxBytes: maxReply, timeout, accept: 'application/json', maxRedirects: 0 },
    post: {
      type: 'application/json',
      body: JSON.stringify({
        ...{ countryCode: prefix, vatNumber: number },
        ...{ requesterMemberStateCode: requester.prefix, requesterNumber: requester.number },
      }),
    },
    allowPrivate: allowedAddresses(shop),
  });
  if (!fetched.ok) return toUnavailableAnswer(fetched.code === 'NOT_FETCHED' ? fetched.reason : fetched.code);
  const parsed = viesReply.safeParse(parseJson(fetched.bytes));
  return parsed.success ? readReply(parsed.data, { prefix, number }) : toUnavailableAnswer('NOT_UNDERSTOOD');
};

const allowedAddresses = ({ config }: Pick<Shop, 'config'>) => (config.mode === 'live' ? [] : ['127.0.0.1']);

function readReply(
  reply: z.infer<typeof viesReply>,
  { prefix, number }: { readonly prefix: string; readonly number: string },
): VatAnswer {
  const { valid, countryCode, vatNumber, requestIdentifier, userError, errorWrappers = [] } = reply;
  const error = errorWrappers[0]?.error ?? (isVerdict(userError) ? null : userError);
  if (error === 'INVALID_INPUT') return { outcome: 'invalid', consultation: '', name: '', address: '' };
  if (error) return toUnavailableAnswer(error);
  if (valid === undefined) return toUnavailableAnswer('NOT_UNDERSTOOD');
  if ((countryCode ?? prefix) !== prefix || (vatNumber ?? number) !== number)
    return toUnavailableAnswer('OTHER_NUMBER');
  return {
    outcome: valid ? 'valid' : 'invalid',
    consultation: readText(requestIdentifier, 100),
    name: readText(reply.name, 500),
    address: readText(reply.address, 1000),
  };
}

const isVerdict = (userError: string | null | undefined) => !userError || /^(IN)?VALID$/.test(userError);

/** Accepts only codes without spaces as the reason, so that an unexpected text does not fill the log. */
const toUnavailableAnswer = (reason: string): VatAnswer => ({
  outcome: 'unavailable',
  reason: /^[\w-]{1,60}$/.test(reason) ? reason : 'NOT_UNDERSTOOD',
});

/** Member states that do not disclose names and addresses answer with dashes. */
function readText(text: string | null | undefined, max: number): string {
  const trimmed = (text ?? '').replaceAll('\u0000', '').trim();
  return /^-+$/.test(trimmed) ? '' : trimmed.slice(0, max);
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
