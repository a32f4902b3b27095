import { z } from 'zod';
import { clearCookie } from '#platform/http/security/cookies.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { forgetVisitor } from '#platform/sessions/visit.ts';
import { signInPath, signOutPath } from '../contract.ts';
import { getSessionCookieName, readSessionToken } from '../sessions/session-hook.ts';
import { endSessionOfToken } from '../sessions/session-rows.ts';

/** Ends the session and the visit. Without a session it answers in the same way, so it never fails. */
export const signOutMutation = defineMutation({
  name: 'accounts.sign-out',
  description: 'Signs out on this device.',
  schema: z.unknown(),
  run: async ({ shop, request, reply }) => {
    const token = readSessionToken(shop.config, request);
    if (token !== null) await endSessionOfToken(shop.db, token);
    clearCookie(shop.config, reply, getSessionCookieName(shop.config));
    forgetVisitor(shop, request, reply);
    await shop.hints.readAll(request, reply);
    return { ok: true };
  },
  form: { path: signOutPath, success: () => ({ redirectTo: signInPath, notices: [{ code: 'signedOut' }] }) },
});
