import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { setCookie } from '#platform/http/security/cookies.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { listPurposes, readAnswers } from './consent.ts';
import {
  type ConsentAnswers,
  choiceField,
  consentCallPath,
  consentCookie,
  consentPath,
  formatAnswers,
  purposeField,
} from './contract.ts';
import { consentScriptHash } from './early-script.tsx';
import { type ConsentPurpose, consentPurposes } from './ports.ts';
import { consentSettings } from './settings.ts';
import { registerConsentPage } from './settings-page.tsx';
import { consentTexts } from './texts.ts';

const id = z.string().max(60);

const choiceSchema = z.object({
  [choiceField]: z.enum(['accept', 'refuse', 'save']),
  [purposeField]: z.union([id, z.array(id).max(50)]).default([]),
});

/** Saves the answers in a cookie, and deletes the cookies of refused purposes. */
const saveConsent = defineMutation({
  name: 'consent.save-choice',
  description: 'Saves which purposes the shopper allows: all, none, or those that are named.',
  schema: choiceSchema,
  run: async ({ shop, request, reply }, { choice, purpose }) => {
    const chosen = new Set([purpose].flat());
    const purposes = listPurposes(shop);
    const known = readAnswers(request);
    // The banner asks about what is not allowed by default: a yes there takes back no earlier no to others.
    const isAccepted = (each: ConsentPurpose) => !each.isAllowedByDefault(shop) || known[each.id] !== false;
    const answers = Object.fromEntries(
      purposes.map((each) => [
        each.id,
        (choice === 'accept' && isAccepted(each)) || (choice === 'save' && chosen.has(each.id)),
      ]),
    );
    const days = shop.settings(consentSettings).days;
    const seconds = days * 24 * 60 * 60;
    // Answers to purposes that the shop does not use now stay.
    const kept = { ...known, ...answers };
    setCookie(shop.config, reply, consentCookie, formatAnswers(kept), { seconds, httpOnly: false });
    for (const refused of purposes)
      if (!answers[refused.id]) deleteCookies(shop, request, reply, refused.cookies(shop));
    return { ok: true, choice, answers };
  },
  form: {
    path: consentPath,
    success: ({ shop, request }, { choice }) =>
      choice === 'save'
        ? { redirectTo: consentPath, notices: [{ code: 'saved' }] }
        : { redirectTo: getPreviousPath(shop, request) },
  },
  json: {
    path: ({ rest }) => consentCallPath(rest),
    response: z.strictObject({ allowed: z.array(z.string()).describe('Ids of the allowed purposes') }),
    success: (_call, { answers }) => ({ allowed: listAllowed(answers) }),
  },
});

const listAllowed = (answers: ConsentAnswers) => Object.keys(answers).filter((purpose) => answers[purpose]);

/** Scripts set cookies for the host or, without `www.`, for its domain. */
function deleteCookies(shop: Shop, request: FastifyRequest, reply: FastifyReply, names: readonly string[]): void {
  const { hostname } = new URL(shop.config.publicUrl);
  const options = { path: '/', secure: shop.config.publicUrl.startsWith('https:') };
  for (const name of names) {
    if (request.cookies[name] === undefined) continue;
    reply.clearCookie(name, options);
    for (const domain of new Set([hostname, hostname.replace(/^www\./, '')]))
      reply.clearCookie(name, { ...options, domain });
  }
}

/** The page whose banner was answered, from the address that the browser sends. */
function getPreviousPath(shop: Shop, request: FastifyRequest): string {
  const previous = URL.parse(request.headers.referer ?? '');
  const isOwn = previous?.host === new URL(shop.config.publicUrl).host || previous?.host === request.host;
  // A path that begins with two slashes would name another host.
  return previous && isOwn && !/^\/[/\\]/.test(previous.pathname) ? previous.pathname + previous.search : '/';
}

export const consent: Feature = {
  name: 'consent',
  needs: [],
  mutations: [saveConsent],
  routes: registerConsentPage,
  privatePaths: [consentPath],
  ports: [consentPurposes],
  settings: [consentSettings],
  texts: [consentTexts],
  origins: { script: [consentScriptHash] },
};
