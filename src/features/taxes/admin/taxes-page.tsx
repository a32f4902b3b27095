import type { FastifyInstance } from 'fastify';
import { pricingSettings } from '#features/pricing/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices, type Notice } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor, isPermitted } from '#platform/sessions/actor.ts';
import { getCountryName, getDateFormat, isCountry } from '#platform/texts/formats.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { Panel } from '#ui/admin/panels.tsx';
import { Toast } from '#ui/admin/toast.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select } from '#ui/controls.tsx';
import { Notice as Message } from '#ui/notice.tsx';
import { findCountriesWithoutRates } from '../check-rates.ts';
import { listRates, type StoredRate } from '../rates.ts';
import { rateDate, rateSource } from './offered-rates.ts';
import { findOffers, type RateOffer, toOfferKey } from './offers.ts';
import { addOffersPath, removeRatePath, taxesPath } from './paths.ts';
import { taxOfficeTexts as texts } from './texts.ts';

const noticeCodes = ['wasAdded', 'wasRemoved', 'OFFERS_CHANGED', 'TAX_RATE_NOT_FOUND'] as const;
const shownRates = 200;
const untaxedPath = adminPath('settings/of/pricing');
/** Link to the imports, as a constant: the feature of imports depends on this one. */
const importPage = { path: adminPath('import'), requires: 'products.import' };

interface TaxesPageProps {
  readonly shop: Shop;
  readonly country: string;
  readonly rates: readonly StoredRate[];
  readonly missing: readonly string[];
  readonly offers: readonly RateOffer[];
  readonly mayWrite: boolean;
  readonly mayImport: boolean;
  readonly notice: (Notice & { readonly code: (typeof noticeCodes)[number] }) | null;
}

export function registerTaxes(app: FastifyInstance, shop: Shop): void {
  app.get(taxesPath, { config: { requires: 'taxes.read' } }, async (request, reply) => {
    const asked = new URLSearchParams(request.url.split('?', 2)[1]).get('country') ?? '';
    const country = isCountry(asked) ? asked : '';
    const [notice = null] = consumeNotices(shop, request, reply, noticeCodes);
    const actor = await getActor(shop, request);
    const mayWrite = isPermitted(actor, 'taxes.write');
    const mayImport = mayWrite && isPermitted(actor, importPage.requires);
    const [rates, missing, offers] = await Promise.all([
      listRates(shop.db, { country: country || undefined, limit: shownRates + 1 }),
      findCountriesWithoutRates(shop, shop.db),
      mayWrite ? findOffers(shop, shop.db) : [],
    ]);
    const body = <TaxesPage {...{ shop, country, rates, missing, offers, mayWrite, mayImport, notice }} />;
    return renderPrivatePage(shop, request, reply, { layout: 'admin', title: shop.t(texts.title), body });
  });
}

function TaxesPage({ shop, country, rates, missing, offers, mayWrite, mayImport, notice }: TaxesPageProps) {
  const { t, choices, settings } = shop;
  const nameCountry = (code: string) => getCountryName(code, choices.locale);
  const isAll = missing.length === choices.countries.length;
  return (
    <AdminPage width="record">
      <PageHead
        title={t(texts.title)}
        lead={t(texts.lead)}
        actions={
          mayImport && (
            <ButtonLink look="quiet" href={importPage.path}>
              {t(texts.import)}
            </ButtonLink>
          )
        }
      />
      {notice && (
        <Toast kind={notice.code.startsWith('was') ? 'success' : 'error'}>
          {t(texts[notice.code], { count: notice.count ?? 0 })}
        </Toast>
      )}
      {!settings(pricingSettings).taxes.charged && <Message kind="info">{t(texts.notCharged)}</Message>}
      {missing.length > 0 && (
        <Message
          kind="warning"
          title={isAll ? t(texts.missingAll) : t(texts.missing, { countries: missing.map(nameCountry).join(', ') })}
        >
          {t(texts.missingHelp)} <a href={untaxedPath}>{t(texts.untaxed)}</a>
        </Message>
      )}
      {offers.length > 0 && <Offers shop={shop} offers={offers} />}
      <Panel id="rates" title={t(texts.rates)}>
        <form className="search-form" action={taxesPath}>
          <Select
            name="country"
            defaultValue={country}
            aria-label={t(texts.ratesOf)}
            options={[
              { value: '', label: t(texts.allCountries) },
              ...choices.countries.map((code) => ({ value: code, label: nameCountry(code) })),
            ]}
          />
          <Button look="quiet">{t(texts.show)}</Button>
        </form>
        {rates.length === 0 ? (
          <ListState kind="empty" text={t(texts.empty)} />
        ) : (
          <RateTable shop={shop} rates={rates.slice(0, shownRates)} mayWrite={mayWrite} />
        )}
        {rates.length > shownRates && <p>{t(texts.more, { count: shownRates })}</p>}
      </Panel>
    </AdminPage>
  );
}

function Offers({ shop, offers }: Pick<TaxesPageProps, 'shop' | 'offers'>) {
  const { t, choices } = shop;
  const format = getDateFormat(choices.locale, { dateStyle: 'long', timeZone: 'UTC' });
  const source = { source: rateSource, date: format.format(new Date(`${rateDate}T00:00Z`)) };
  return (
    <Panel id="offers" title={t(texts.offers)}>
      <p className="panel__help">{t(texts.offersHelp, source)}</p>
      <form className="stack" method="post" action={addOffersPath}>
        <DataTable
          label={t(texts.offeredRates)}
          columns={[
            { id: 'country', title: t(texts.country), onPhone: 'title' },
            { id: 'now', title: t(texts.now), align: 'end' },
            { id: 'offered', title: t(texts.offered), align: 'end', onPhone: 'value' },
          ]}
          marks={{ name: 'offer', allLabel: t(texts.add) }}
          rows={offers.map((offer) => {
            const country = getCountryName(offer.country, choices.locale);
            return {
              id: toOfferKey(offer),
              markLabel: t(texts.choose, { country }),
              // Preselect only additions: staff may have typed another rate on purpose.
              isMarked: offer.stored === null && !offer.hasOthers,
              cells: {
                country,
                now: offer.stored ? `${offer.stored.percent} %` : t(offer.hasOthers ? texts.others : texts.none),
                offered: `${offer.percent} %`,
              },
            };
          })}
        />
        <p>
          <Button>{t(texts.add)}</Button>
        </p>
      </form>
    </Panel>
  );
}

const shownPlaces = 5;

function RateTable({ shop, rates, mayWrite }: Pick<TaxesPageProps, 'shop' | 'rates' | 'mayWrite'>) {
  const { t, choices } = shop;
  const describePlace = ({ state, postcodes, cities }: StoredRate) => {
    const all = [...(state ? [state] : []), ...postcodes, ...cities];
    if (all.length === 0) return t(texts.whole);
    return [...all.slice(0, shownPlaces), ...(all.length > shownPlaces ? ['…'] : [])].join(', ');
  };
  return (
    <DataTable
      label={t(texts.storedRates)}
      columns={[
        { id: 'country', title: t(texts.country), onPhone: 'title' },
        { id: 'place', title: t(texts.place) },
        { id: 'taxClass', title: t(texts.taxClass) },
        { id: 'name', title: t(texts.name) },
        { id: 'rate', title: t(texts.rate), align: 'end', onPhone: 'value' },
        { id: 'applies', title: t(texts.applies), onTablet: 'hidden' },
        ...(mayWrite
          ? [{ id: 'remove', title: t(texts.remove), align: 'end' as const, onPhone: 'badge' as const }]
          : []),
      ]}
      rows={rates.map((rate) => {
        const country = rate.country === '' ? t(texts.everywhere) : getCountryName(rate.country, choices.locale);
        const parts = [t(rate.appliesToShipping ? texts.withShipping : texts.goodsOnly)];
        return {
          id: rate.id,
          cells: {
            country,
            place: describePlace(rate),
            taxClass: rate.taxClass,
            name: rate.name,
            rate: `${rate.percent} %`,
            applies: [...parts, ...(rate.compound ? [t(texts.compound)] : [])].join(', '),
            remove: (
              <details>
                <summary>{t(texts.remove)}</summary>
                <form method="post" action={removeRatePath}>
                  <input type="hidden" name="id" value={rate.id} />
                  <Button look="quiet">{t(texts.removeNow, { name: `${rate.name} ${rate.percent} %` })}</Button>
                </form>
              </details>
            ),
          },
        };
      })}
    />
  );
}
