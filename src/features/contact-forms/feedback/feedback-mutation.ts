import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ContactForm } from '#features/form-definitions/index.ts';
import { listFields } from '#features/form-definitions/index.ts';
import type { FormPlacement } from '#features/form-markup/index.ts';
import { formatUnitTag, parseUnitTag } from '#features/form-markup/index.ts';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { type Challenges, createChallenges } from '../challenges/challenges.ts';
import { contactFormErrors } from '../errors.ts';
import { createFormPage, createFormState } from '../placement/form-page.tsx';
import { formPagePath } from '../placement/paths.ts';
import { keepOpenings, readOpenings } from '../protection/form-openings.ts';
import { getFileLimits } from '../settings.ts';
import { findFormOfPath } from '../sources/find-forms.ts';
import { getText, listAppendingInputs } from './read-submission.ts';
import { type MessageOutcome, receiveMessage } from './receive-message.ts';
import { type FeedbackReply, feedbackReply, formatChallenges, formatErrors } from './reply.ts';

export const contactFormPath = ({ apiRoot, formNamespace }: WireNames, rest: string) =>
  `${apiRoot}/${formNamespace}/v1/contact-forms/:id/${rest}`;

type FeedbackResult =
  | {
      readonly ok: true;
      readonly form: ContactForm;
      readonly placement: FormPlacement;
      readonly outcome: MessageOutcome;
      readonly challenges: Challenges;
    }
  | { readonly ok: false; readonly code: 'NOT_MULTIPART' | 'FORM_NOT_FOUND' | 'UNIT_TAG_NOT_VALID' };

/**
 * Bytes of all fields that are no files. Scripts of forms can't read a 413, so a text that is too long is an error
 * of its field.
 */
const maxFieldBytes = 1_000_000;
const text = z.string().max(maxFieldBytes);

/** Takes a form. Everything about its content is answered with 200: the scripts of forms read nothing else. */
export const feedbackMutation = defineMutation({
  name: 'contact-forms.send-message',
  description: 'Takes a contact form in `multipart/form-data`, with its hidden inputs.',
  schema: z.record(z.string().max(1000), z.union([text, z.array(text).max(500)])),
  errors: contactFormErrors,
  files: (shop: Shop) => {
    const { maxFileBytes, maxFiles } = getFileLimits(shop);
    return { maxBytes: maxFileBytes, maxFiles, discardsSurplus: true, maxFieldBytes };
  },
  async run({ shop, request, getActor }, body): Promise<FeedbackResult> {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
      return { ok: false, code: 'NOT_MULTIPART' };
    const form = await findFormOfPath(shop, request);
    if (!form) return { ok: false, code: 'FORM_NOT_FOUND' };
    const { formPrefix } = shop.wire;
    const unitTag = getText(body, `_${formPrefix}_unit_tag`);
    const placement = parseUnitTag(formPrefix, unitTag);
    if (placement?.formId !== form.id) return { ok: false, code: 'UNIT_TAG_NOT_VALID' };
    const { visitorId, customer } = await getActor();
    const outcome = await receiveMessage(shop, {
      ...{ form, unitTag, body, files: request.files ?? [], ip: request.ip },
      ...{ visitorId, customerId: customer?.id ?? null, page: getPage(shop, request) },
      openings: readOpenings(shop, request, form.id),
      canAskAgain: request.routeOptions.url === formPagePath(':id'),
    });
    return { ok: true, form, placement, outcome, challenges: createChallenges(shop, form.id, listFields(form.layout)) };
  },
  form: {
    path: formPagePath(':id'),
    success: ({ shop, request, reply }, { form, placement, outcome, challenges }) => {
      keepOpenings(shop, request, reply, form.id, { isOpened: true, used: outcome.usedOpening });
      const body = (request.body ?? {}) as FormBody;
      const state = createFormState(form, { body, files: request.files ?? [], outcome, challenges });
      const page = createFormPage(shop, form, { placement, state, hidden: listAppendingInputs(shop, body) });
      // Somebody who follows a link, such as that to the terms, finds what was typed on coming back.
      return { page: { ...page, isKeptForBack: true } };
    },
  },
  json: {
    path: (wire) => contactFormPath(wire, 'feedback'),
    response: feedbackReply,
    success: ({ shop, request, reply }, { form, placement, outcome, challenges }): FeedbackReply => {
      const { usedOpening: used } = outcome;
      if (used !== null) keepOpenings(shop, request, reply, form.id, { used });
      return {
        contact_form_id: form.id,
        ...{ status: outcome.status, message: outcome.message, posted_data_hash: outcome.hash },
        into: `#${formatUnitTag(shop.wire.formPrefix, placement)}`,
        invalid_fields: formatErrors(shop.wire, { form, placement, errors: outcome.errors }),
        ...formatChallenges(challenges),
      };
    },
  },
});

function getPage({ config }: Shop, { headers }: FastifyRequest): string | null {
  const url = URL.parse(headers.referer ?? '');
  return url?.origin === config.publicUrl ? url.pathname.slice(0, 1000) : null;
}
