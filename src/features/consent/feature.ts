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
    // The banner asks only about purposes that are not allowed by default, so accepting it does not revoke an earlier
    // refusal of other purposes.
    const isAccepted = (each: ConsentPurpose) => !each.isAllowedByDefault(shop) || known[each.id] !== false;
    const answers = Object.fromEntries(
      purposes.map((each) => [
        each.id,
        (choice === 'accept' && isAccepted(each)) || (choice === 'save' && chosen.has(each.id)),
      ]),
    );
    const days = shop.settings(consentSettings).days;
    const seconds = days * 24 * 60 * 60;
    // Keep answers to purposes that the shop does not use at the moment.
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

/** Deletes cookies for the host and for its domain without `www.`, because scripts may have set either. */
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

/** Returns the path of the page with the answered banner, taken from the request's `Referer` header. */
function getPreviousPath(shop: Shop, request: FastifyRequest): string {
  const previous = URL.parse(request.headers.referer ?? '');
  const isOwn = previous?.host === new URL(shop.config.publicUrl).host || previous?.host === request.host;
  // Reject paths that begin with two slashes, since browsers would read them as another host.
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
