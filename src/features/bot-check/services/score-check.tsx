import type { Feature } from '#platform/features/feature.ts';
import type { OutsideOrigins } from '#platform/http/security/policy-headers.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { ScoreCheckOptions } from '../contract.ts';
import type { BotCheck, CheckedSubject } from '../ports.ts';
import { botCheckSettings } from '../settings.ts';
import { checkService, type TokenService, verifyToken } from './site-verify.ts';

export type ScoreServiceOptions = Pick<TokenService, 'siteKey' | 'secret'> &
  Partial<TokenService> & {
    /** What its pages reach. Default: that of the default service. */
    readonly origins?: OutsideOrigins;
  };

const google = 'https://www.google.com';
const defaults = {
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
export function createScoreCheck(options: ScoreServiceOptions): {
  readonly feature: Feature;
  readonly check: BotCheck;
} {
  const { origins, ...service } = { ...defaults, ...options };
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
