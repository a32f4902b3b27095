import type { Feature } from '#platform/features/feature.ts';
import type { OutsideOrigins } from '#platform/http/security/policy-headers.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { botCheckField, type ChallengeWidgetOptions } from '../contract.ts';
import type { BotCheck } from '../ports.ts';
import { botCheckTexts as texts } from '../texts.ts';
import { checkService, type TokenService, verifyToken } from './site-verify.ts';

export type WidgetServiceOptions = Pick<TokenService, 'siteKey' | 'secret'> &
  Partial<TokenService> & {
    /** What its pages reach. Default: that of the default service. */
    readonly origins?: OutsideOrigins;
  };

const cloudflare = 'https://challenges.cloudflare.com';
const defaults = {
  script: `${cloudflare}/turnstile/v0/api.js`,
  verify: `${cloudflare}/turnstile/v0/siteverify`,
  global: 'turnstile',
  timeout: 5_000,
  origins: { script: [cloudflare], frame: [cloudflare] },
};

/**
 * A service whose widget stands in the form and may ask to solve something. Any whose script has
 * `render(element, { sitekey, callback, … })`. List `feature` in `features` of `shop.config.ts`, and
 * provide `check` for `botChecks`; its id is `widget`.
 * @throws a setup error for an empty key or an address without https
 */
export function createChallengeWidget(options: WidgetServiceOptions): {
  readonly feature: Feature;
  readonly check: BotCheck;
} {
  const { origins, ...service } = { ...defaults, ...options };
  checkService('createChallengeWidget', service);
  const { siteKey, script, global } = service;
  return {
    feature: { name: 'challenge-widget', needs: ['bot-check'], origins },
    check: {
      id: 'widget',
      siteKey,
      prepare: async ({ t, choices: { email } }, { purpose }, field) => {
        const statusTexts = { required: t(texts.solve), failed: t(texts.failed, { email }) };
        const browser: ChallengeWidgetOptions = { script, siteKey, global, action: purpose, texts: statusTexts };
        return (
          <Behaviour of="bot-check/widget" when="load">
            <div
              id={field === botCheckField ? field : undefined}
              tabIndex={-1}
              data-challenge-widget={JSON.stringify(browser)}
            >
              <input type="hidden" name={field} value="" />
              <p className="when-no-script">{t(texts.noScript, { email })}</p>
              <div data-widget="" />
              <p role="status" data-status="" />
            </div>
          </Behaviour>
        );
      },
      // A service that knows no actions leaves them out.
      verify: (shop, { purpose }, answer) =>
        verifyToken(shop, service, answer, ({ action }) => action === undefined || action === purpose),
    },
  };
}
