import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Button } from '#ui/button.tsx';
import { listPurposes } from './consent.ts';
import { choiceField, consentCallPath, consentPath } from './contract.ts';
import { consentSettings } from './settings.ts';
import { consentTexts as texts } from './texts.ts';

/**
 * Asks about all purposes that are not allowed by default. The HTML is equal for all visitors; `ConsentScript` shows
 * the banner if needed. It is part of the page's flow, so that it covers nothing.
 */
export function ConsentBanner({ shop }: { readonly shop: Shop }) {
  const { t, wire, settings } = shop;
  const { policyPath } = settings(consentSettings);
  const asked = listPurposes(shop).filter(({ isAllowedByDefault }) => !isAllowedByDefault(shop));
  const purposes = asked.map(({ summary }) => t(summary)).join('; ');
  return (
    <Behaviour of="consent/banner" when="interaction">
      <section className="consent" aria-labelledby="consent-title">
        <form
          className="consent__form wrap"
          method="post"
          action={consentPath}
          data-call={consentCallPath(wire.rest)}
          data-saved={t(texts.saved)}
        >
          <div className="consent__text">
            <h2 className="consent__title" id="consent-title">
              {t(texts.bannerTitle)}
            </h2>
            <p>{t(texts.bannerLead, { purposes })}</p>
            <p className="consent__links">
              <a href={consentPath}>{t(texts.settingsLink)}</a>
              {policyPath !== null && <a href={policyPath}>{t(texts.policyLink)}</a>}
            </p>
          </div>
          <div className="consent__buttons">
            <Button look="quiet" name={choiceField} value="refuse">
              {t(texts.refuse)}
            </Button>
            <Button look="quiet" name={choiceField} value="accept">
              {t(texts.accept)}
            </Button>
          </div>
        </form>
      </section>
    </Behaviour>
  );
}
