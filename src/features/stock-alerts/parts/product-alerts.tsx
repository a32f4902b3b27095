import type { ReactNode } from 'react';
import { prepareBotCheck } from '#features/bot-check/index.ts';
import type { ProductView, VariationView } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Filler } from '#platform/features/slots.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import { Button } from '#ui/button.tsx';
import type { SelectOption } from '#ui/controls.tsx';
import { type AlertFormOptions, alertsPath } from '../contract.ts';
import { stockAlertSettings } from '../settings.ts';
import { getCheckKind, getPopupSubject, usesPluginScript } from '../subscribe/bot-check.ts';
import { getDefaultCountry, getRules } from '../subscribe/rules.ts';
import { stockAlertTexts as texts } from '../texts.ts';
import { getSectionClass, renderAlertForm } from './alert-form.tsx';

/**
 * Fills `product.sold-out`. The page is cached, so the form has neither a nonce nor a bot check that must be fetched.
 */
export const renderProductAlerts: Filler<{ readonly product: ProductView }, ReactNode> = async (
  shop,
  _context,
  { product },
) => {
  const offers = listOffers(product);
  const missing = offers.filter((offer) => isMissing(shop, offer));
  const hasPriceAlerts = shop.settings(stockAlertSettings).priceDrops && missing.length < offers.length;
  if (missing.length === 0 && !hasPriceAlerts) return null;
  const isAllMissing = missing.length === offers.length;
  if (usesPluginScript(shop)) return renderPluginForms(shop, product, missing, isAllMissing);
  const parts = (
    <>
      {missing.length > 0 && (await renderParts(shop, product, missing, isAllMissing))}
      {hasPriceAlerts && (await renderPriceAlert(shop, product))}
    </>
  );
  return (
    <Behaviour of="stock-alerts/alerts" when="visible">
      <div className="alerts" data-product={product.id} data-alerts={JSON.stringify(createOptions(shop))}>
        {parts}
      </div>
    </Behaviour>
  );
};

/**
 * Renders the forms for the plugin's script, which doesn't support alerts for prices. Each form is in a template, of
 * which one is shown in the page. Without script a link leads to a page with a form that works.
 */
async function renderPluginForms(
  shop: Shop,
  product: ProductView,
  missing: readonly VariationView[],
  isAllMissing: boolean,
): Promise<ReactNode> {
  if (missing.length === 0) return null;
  const general = isAllMissing ? await renderPart(shop, product, null, []) : null;
  const fallback = (
    <p className="when-no-script">
      <a href={`${alertsPath}?product_id=${product.id}`}>{shop.t(texts.notifyMe)}</a>
    </p>
  );
  if (product.type !== 'variable')
    return (
      <div className="alerts">
        {general}
        {fallback}
      </div>
    );
  const templates: ReactNode[] = [];
  for (const variation of missing)
    templates.push(
      <template key={variation.id} data-alert-of={variation.id}>
        {await renderPart(shop, product, variation, [])}
      </template>,
    );
  return (
    <Behaviour of="stock-alerts/plugin-forms" when="load">
      <div className="alerts">
        <div className="single_variation_wrap" data-product={product.id}>
          {general}
        </div>
        <template data-alert-of="">{general}</template>
        {templates}
        {fallback}
      </div>
    </Behaviour>
  );
}

/** Lists the variations that the product itself sells: a group sells none, since its members have their own pages. */
function listOffers({ type, master, variations }: ProductView): readonly VariationView[] {
  if (type !== 'simple' && type !== 'variable') return [];
  return (type === 'variable' ? variations : [master]).filter(({ price }) => price !== null);
}

const isMissing = (shop: Shop, { stock }: VariationView): boolean =>
  stock.state === 'out' || (stock.state === 'backorder' && shop.settings(stockAlertSettings).onBackorder);

function createOptions(shop: Shop): AlertFormOptions {
  const { t, wire } = shop;
  const { QUANTITY_EMPTY, PHONE_INVALID, PHONE_TOO_SHORT, PHONE_TOO_LONG, NAME_EMPTY, EMAIL_EMPTY, EMAIL_INVALID } =
    texts;
  const problems = {
    QUANTITY_EMPTY,
    PHONE_INVALID,
    PHONE_TOO_SHORT,
    PHONE_TOO_LONG,
    NAME_EMPTY,
    EMAIL_EMPTY,
    EMAIL_INVALID,
  };
  const { AGREE_REQUIRED, failed, close, notifyMe, nonceFailed } = texts;
  const all = { ...problems, AGREE_REQUIRED, failed, close, notifyMe, nonceFailed };
  return {
    ajaxPath: wire.ajaxEndpoint,
    action: `${wire.stockPrefix}_product_subscribe`,
    popupAction: `${wire.stockShort}_trigger_popup_ajax`,
    prefixes: { stockPrefix: wire.stockPrefix, stockShort: wire.stockShort },
    rules: getRules(shop),
    country: getDefaultCountry(shop).toLowerCase(),
    texts: Object.fromEntries(Object.entries(all).map(([name, text]) => [name, t(text)])) as AlertFormOptions['texts'],
  };
}

/**
 * Renders a form for each sold-out variation, and a form for any variation: shown without a choice when all
 * variations are sold out, and to shoppers without script.
 */
async function renderParts(
  shop: Shop,
  product: ProductView,
  missing: readonly VariationView[],
  isAllMissing: boolean,
): Promise<ReactNode> {
  const isVariable = product.type === 'variable';
  const options = isVariable ? missing.map((variation) => toOption(product, variation)) : [];
  const general = (
    <div data-alert-of="" className={isAllMissing ? undefined : 'when-no-script'}>
      {await renderPart(shop, product, null, options)}
    </div>
  );
  if (!isVariable) return general;
  const parts: ReactNode[] = [];
  for (const variation of missing)
    parts.push(
      <div key={variation.id} data-alert-of={variation.id} hidden>
        {await renderPart(shop, product, variation, [])}
      </div>,
    );
  return (
    <>
      {general}
      {parts}
    </>
  );
}

async function renderPart(
  shop: Shop,
  product: ProductView,
  variation: VariationView | null,
  options: readonly SelectOption[],
): Promise<ReactNode> {
  const choice = variation === null ? '' : toOption(product, variation).label;
  const target = { productId: product.id, variationId: variation?.id ?? null, name: product.name, choice };
  if (shop.settings(stockAlertSettings).form === 'inline')
    return renderAlertForm(shop, target, { place: 'inline', options });
  const isPlugin = usesPluginScript(shop);
  const button = (
    <Button
      look="quiet"
      type={isPlugin ? 'button' : 'submit'}
      className={`${shop.wire.stockShort}_popup_submit`}
      data-product_id={target.productId}
      data-variation_id={target.variationId ?? 0}
      data-quantity="1"
      data-security=""
    >
      {shop.t(texts.notifyMe)}
    </Button>
  );
  if (isPlugin) return <section className={getSectionClass(shop, target)}>{button}</section>;
  const check =
    getCheckKind(shop) === 'score' ? await prepareBotCheck(shop, getPopupSubject(target), 'security') : null;
  return (
    <form method="get" action={alertsPath} data-alert-popup="">
      <input type="hidden" name="product_id" value={target.productId} />
      <input type="hidden" name="variation_id" value={target.variationId ?? 0} />
      {check}
      {button}
    </form>
  );
}

/** Renders the alert for a lower price of any variation: the cheapest variation counts. */
async function renderPriceAlert(shop: Shop, { id: productId, name }: ProductView): Promise<ReactNode> {
  const target = { productId, variationId: null, name, choice: '' };
  return (
    <details className="accordion">
      <summary className="accordion__title">{shop.t(texts.priceHeading)}</summary>
      <div className="accordion__body">{await renderAlertForm(shop, target, { place: 'inline', kind: 'price' })}</div>
    </details>
  );
}

/** Names a variation by its terms: 'Ink, Small'. */
function toOption({ attributes }: ProductView, { id, terms }: VariationView): SelectOption {
  const names = attributes.flatMap((attribute) => {
    const slug = terms[attribute.slug];
    return attribute.terms.find((term) => term.slug === slug)?.name ?? [];
  });
  return { value: `${id}`, label: names.join(', ') || `${id}` };
}
