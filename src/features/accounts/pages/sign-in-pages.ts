import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { toForm } from '#platform/forms/show-form.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { forgotPasswordPath, freshSignInField, returnField, signInLinkPath, signInPath } from '../contract.ts';
import { createRequestPage } from '../registration/request-pages.tsx';
import { createSignInFields } from '../sign-in/form-fields.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { createSignInPage } from '../sign-in/sign-in-page.tsx';
import { accountTexts as texts } from '../texts.ts';

const readState = ({ query }: FastifyRequest) => ({
  returnTo: readReturnPath((query as Record<string, unknown>)[returnField]),
});

export function registerSignInPages(app: FastifyInstance, shop: Shop): void {
  app.get(signInPath, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const returnTo = readReturnPath(query[returnField]);
    const { customer } = await getActor(shop, request);
    if (customer !== null) {
      if (query[freshSignInField] === undefined) return seeOther(reply, returnTo);
      const form = toForm({ email: customer.email }, createSignInFields(shop.t));
      return renderPrivatePage(shop, request, reply, await createSignInPage(shop, { form, returnTo, isAgain: true }));
    }
    const isSignedOut = consumeNotices(shop, request, reply, ['signedOut']).length > 0;
    const success = isSignedOut ? shop.t(texts.signedOut) : null;
    return renderPrivatePage(shop, request, reply, await createSignInPage(shop, { returnTo, success }));
  });
  app.get(forgotPasswordPath, (request, reply) =>
    renderPrivatePage(shop, request, reply, createRequestPage(shop, 'set-password', readState(request))),
  );
  app.get(signInLinkPath, (request, reply) =>
    renderPrivatePage(shop, request, reply, createRequestPage(shop, 'sign-in', readState(request))),
  );
}
