import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choices.tsx';
import { Notice } from '#ui/notice.tsx';
import { hasPrivacySignal, isConsentGiven, listPurposes } from './consent.ts';
import { choiceField, consentPath, purposeField } from './contract.ts';
import { consentSettings } from './settings.ts';
import { consentTexts as texts } from './texts.ts';

export function registerConsentPage(app: FastifyInstance, shop: Shop): void {
  app.get(consentPath, (request, reply) => {
    const notices = consumeNotices(shop, request, reply, ['saved']);
    const body = <ConsentPage shop={shop} request={request} isSaved={notices.length > 0} />;
    const styles = 'src/features/consent/consent.page.css';
    return renderPrivatePage(shop, request, reply, { title: shop.t(texts.title), styles, body });
  });
}

interface ConsentPageProps {
  readonly shop: Shop;
  readonly request: FastifyRequest;
  readonly isSaved: boolean;
}

function ConsentPage({ shop, request, isSaved }: ConsentPageProps) {
  const { t } = shop;
  const { policyPath } = shop.settings(consentSettings);
  return (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{t(texts.title)}</h1>
        <p className="lead">{t(texts.lead)}</p>
        {policyPath !== null && (
          <p>
            <a href={policyPath}>{t(texts.policyLink)}</a>
          </p>
        )}
      </header>
      <div className="stack">
        {isSaved && (
          <Notice kind="success" autoFocus>
            {t(texts.saved)}
          </Notice>
        )}
        <section aria-labelledby="consent-necessary">
          <h2 id="consent-necessary">{t(texts.necessary)}</h2>
          <p>{t(texts.necessaryText)}</p>
        </section>
        <ConsentForm shop={shop} request={request} />
      </div>
    </div>
  );
}

function ConsentForm({ shop, request }: Pick<ConsentPageProps, 'shop' | 'request'>) {
  const { t } = shop;
  const purposes = listPurposes(shop);
  const isRefused = hasPrivacySignal(request);
  if (purposes.length === 0) return <p>{t(texts.nothing)}</p>;
  return (
    <form className="stack" method="post" action={consentPath}>
      {isRefused && <p>{t(texts.privacySignal)}</p>}
      {purposes.map((purpose) => (
        <section key={purpose.id} aria-labelledby={`consent-${purpose.id}`}>
          <h2 id={`consent-${purpose.id}`}>{t(purpose.title)}</h2>
          <p>{purpose.describe(shop)}</p>
          <Checkbox
            id={`allow-${purpose.id}`}
            name={purposeField}
            value={purpose.id}
            label={t(texts.allow, { purpose: t(purpose.title) })}
            defaultChecked={isConsentGiven(shop, request, purpose)}
            disabled={isRefused}
          />
        </section>
      ))}
      {!isRefused && (
        <p>
          <Button look="quiet" name={choiceField} value="save">
            {t(texts.save)}
          </Button>
        </p>
      )}
    </form>
  );
}
