import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { FieldRule } from '#features/form-definitions/index.ts';
import { listFields } from '#features/form-definitions/index.ts';
import { captchaSizes, formVersion } from '#features/form-markup/index.ts';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendFailure } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { captchaPath, readCaptcha } from '../challenges/captcha.ts';
import { drawCaptcha } from '../challenges/captcha-picture.ts';
import { createChallenges } from '../challenges/challenges.ts';
import { contactFormErrors } from '../errors.ts';
import { isBotCheckAsked, renderFormCheck } from '../protection/bot-check.ts';
import { keepOpenings } from '../protection/form-openings.ts';
import type { Sender } from '../protection/rates.ts';
import { findFormOfPath } from '../sources/find-forms.ts';
import { contactFormPath } from './feedback-mutation.ts';
import { createFormRules } from './receive-message.ts';
import { formatChallenges, formatRules, refillReply } from './reply.ts';

const { FORM_NOT_FOUND } = contactFormErrors.codes;
const params = z.object({ id: z.string().describe('Id of the form') });
const value = z.union([z.string(), z.number()]);

/** Nested rules are those of `all` and `any`. */
const rule: z.ZodType<FieldRule> = z
  .object({
    ...{ rule: z.string(), field: z.string().optional() },
    error: z.string().optional().describe('HTML without elements'),
    ...{ accept: z.array(value).optional(), threshold: value.optional(), base: value.optional() },
    interval: value.optional(),
    rules: z.array(z.unknown()).optional(),
  })
  .meta({ id: 'ContactFormRule' }) as z.ZodType<FieldRule>;

const readSchema: ApiOperation = {
  name: 'contact-forms.read-schema',
  description: 'Reads the rules by which the fields of a contact form are validated.',
  params,
  response: z
    .object({
      ...{ version: z.string(), locale: z.string(), rules: z.array(rule) },
      bot_check: z.literal(true).optional().describe('A check for robots is asked'),
    })
    .meta({ id: 'ContactFormSchema' }),
  errors: { FORM_NOT_FOUND },
};

const refill: ApiOperation = {
  name: 'contact-forms.refill',
  description: 'Reads new questions of quizzes and new images of captchas.',
  params,
  response: refillReply,
  errors: { FORM_NOT_FOUND },
};

const prepareCheck: ApiOperation = {
  name: 'contact-forms.prepare-check',
  description: 'Prepares a check for robots, if one is asked now.',
  params,
  response: z
    .object({ html: z.string().describe('Belongs into the form; empty when no check is asked') })
    .meta({ id: 'ContactFormCheck' }),
  errors: { FORM_NOT_FOUND },
};

async function getSender(shop: Shop, request: FastifyRequest): Promise<Sender> {
  const { visitorId, customer } = await getActor(shop, request);
  return { visitorId, customerId: customer?.id ?? null, ip: request.ip };
}

/** These calls give what cached pages don't have: rules, challenges, images. */
export function registerContactFormRoutes(app: FastifyInstance, shop: Shop): void {
  const notFound = (reply: FastifyReply) => sendFailure(reply, 404, 'FORM_NOT_FOUND', FORM_NOT_FOUND.means);
  app.get(contactFormPath(shop.wire, 'feedback/schema'), { config: { api: readSchema } }, async (request, reply) => {
    const form = await findFormOfPath(shop, request);
    if (!form) return notFound(reply);
    keepOpenings(shop, request, reply, form.id, { isOpened: true });
    const rules = createFormRules(shop, form);
    return reply.header('cache-control', 'private, no-store').send({
      ...{ version: formVersion, locale: form.locale, rules: formatRules(rules) },
      ...((await isBotCheckAsked(shop, form, await getSender(shop, request))) && { bot_check: true }),
    });
  });
  app.get(contactFormPath(shop.wire, 'refill'), { config: { api: refill } }, async (request, reply) => {
    const form = await findFormOfPath(shop, request);
    if (!form) return notFound(reply);
    keepOpenings(shop, request, reply, form.id, { isOpened: true });
    const challenges = createChallenges(shop, form.id, listFields(form.layout));
    return reply.header('cache-control', 'private, no-store').send(formatChallenges(challenges));
  });
  app.get(contactFormPath(shop.wire, 'check'), { config: { api: prepareCheck } }, async (request, reply) => {
    const form = await findFormOfPath(shop, request);
    if (!form) return notFound(reply);
    const html = await renderFormCheck(shop, form, await getSender(shop, request));
    return reply.header('cache-control', 'private, no-store').send({ html });
  });
  app.get(captchaPath(shop.wire, ':id', ':field', ':file'), async (request, reply) => {
    const form = await findFormOfPath(shop, request);
    const { field = '', file = '' } = request.params as { readonly field?: string; readonly file?: string };
    const challenge = /^(\d{1,100})\.png$/.exec(file)?.[1] ?? '';
    const image = form && listFields(form.layout).find((each) => each.kind === 'captcha-image' && each.name === field);
    const captcha = form && image?.kind === 'captcha-image' ? readCaptcha(shop, form.id, field, challenge) : null;
    if (!captcha || image?.kind !== 'captcha-image') return notFound(reply);
    const seed = `${challenge}\n${captcha.answer}`;
    const picture = await drawCaptcha(captcha.answer, seed, captchaSizes[image.size]);
    return reply.header('cache-control', 'private, no-store').type('image/png').send(picture);
  });
}
