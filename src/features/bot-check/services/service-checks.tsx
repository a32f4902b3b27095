import type { Feature } from '#platform/features/feature.ts';
import type { OutsideOrigins } from '#platform/http/security/policy-headers.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { botCheckField, type ChallengeWidgetOptions, type ScoreCheckOptions } from '../contract.ts';
import type { BotCheck, CheckedSubject } from '../ports.ts';
import { botCheckSettings } from '../settings.ts';
import { botCheckTexts as texts } from '../texts.ts';
import { checkService, type TokenService, verifyToken } from './site-verify.ts';

export type ServiceOptions = Pick<TokenService, 'siteKey' | 'secret'> &
  Partial<TokenService> & {
    /** What its pages reach. Default: that of the default service. */
    readonly origins?: OutsideOrigins;
  };

interface ServiceCheck {
  readonly feature: Feature;
  readonly check: BotCheck;
}

const cloudflare = 'https://challenges.cloudflare.com';
const widgetDefaults = {
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
export function createChallengeWidget(options: ServiceOptions): ServiceCheck {
  const { origins, ...service } = { ...widgetDefaults, ...options };
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

const google = 'https://www.google.com';
const scoreDefaults = {
  script: `${google}/recaptcha/api.js`,
  verify: `${google}/recaptcha/api/siteverify`,
  global: 'grecaptcha',
  timeout: 5_000,
  origins: { script: [google, 'https://www.gstatic.com'], frame: [google], connect: [google] },
};

/** Names of actions: letters and `_`. */
const getAction = ({ purpose }: Pick<CheckedSubject, 'purpose'>) => purpose.replaceAll('-', '_');

/**
 * A service that watches visitors and gives a score: 1 is a person, 0 a program. Nobody solves
 * anything, but the service learns who visits, so the privacy notice must name it. List `feature`
 * in `features` of `shop.config.ts`, and provide `check` for `botChecks`; its id is `score`.
 * @throws a setup error for an empty key or an address without https
 */
export function createScoreCheck(options: ServiceOptions): ServiceCheck {
  const { origins, ...service } = { ...scoreDefaults, ...options };
  checkService('createScoreCheck', service);
  const { siteKey, script, global } = service;
  return {
    feature: {
      name: 'score-check',
      needs: ['bot-check'],
      origins,
      scriptGlobals: ({ wire }) => ({
        [`${wire.formPrefix}_${wire.captcha}`]: {
          sitekey: siteKey,
          actions: { homepage: 'homepage', contactform: 'contactform' },
        },
      }),
    },
    check: {
      id: 'score',
      siteKey,
      prepare: async (_shop, subject, field) => {
        const browser: ScoreCheckOptions = { script, siteKey, global, action: getAction(subject) };
        return (
          <Behaviour of="bot-check/score" when="load">
            <div data-score-check={JSON.stringify(browser)}>
              <input type="hidden" name={field} value="" />
            </div>
          </Behaviour>
        );
      },
      verify: (shop, subject, answer) =>
        verifyToken(
          shop,
          service,
          answer,
          ({ score, action }) =>
            action === getAction(subject) && (score ?? 0) >= shop.settings(botCheckSettings).minScore,
        ),
    },
  };
}
