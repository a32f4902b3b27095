import { z } from 'zod';
import { renderHtml } from '#platform/fragments/fragments.tsx';
import { defineAjaxAction } from '#platform/http/ajax.ts';
import { Notice } from '#ui/notice.tsx';
import { popupAction, popupNotices, returnField } from '../contract.ts';
import { readReturnPath } from '../sign-in/return-path.ts';
import { renderSignInWays, SignInForm } from '../sign-in/sign-in-page.tsx';
import { accountTexts as texts } from '../texts.ts';

const popupInput = z.object({ [returnField]: z.string().max(2_000), notice: z.enum(popupNotices).optional() });

/** Renders the popup's form with the notice of its last failure. The HTML is the same for everyone. */
export const renderPopupAction = defineAjaxAction({
  name: () => popupAction,
  description: 'Renders the form of the popup to sign in.',
  endpoint: 'ajaxEndpoint',
  method: 'GET',
  schema: popupInput,
  response: 'html',
  run: async ({ shop, reply }, { notice, return: returnTo }) => {
    const { t } = shop;
    const path = readReturnPath(returnTo);
    reply.header('cache-control', 'private, no-store');
    return renderHtml(
      popupAction,
      <div className="account-popup">
        <h2>{t(texts.signInTo, { shop: shop.choices.name })}</h2>
        <SignInForm shop={shop} state={{ returnTo: path }} ways={await renderSignInWays(shop, path)} isPopup>
          {notice && (
            <Notice kind="error" autoFocus>
              {t(texts[notice])}
            </Notice>
          )}
        </SignInForm>
      </div>,
    );
  },
});
