import { productPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { AlertKind } from '../contract.ts';
import { type AlertTarget, findTarget, formatTarget } from '../find-target.ts';
import { stockAlertSettings } from '../settings.ts';
import { stockAlertTexts as texts } from '../texts.ts';
import { renderAlertForm, type TypedForm } from './alert-form.tsx';

interface Shown {
  readonly typed?: TypedForm;
  readonly problem?: string;
}

type PageTarget = AlertTarget & { readonly kind: AlertKind };

async function findSubject(shop: Shop, target: AlertTarget) {
  const { onBackorder } = shop.settings(stockAlertSettings);
  return findTarget(shop.db, target, { onBackorder, now: shop.clock.now() });
}

/** The form on its own page, for shoppers without script, also after a problem. */
export async function createFormPage(shop: Shop, target: PageTarget, shown: Shown = {}): Promise<PrivateView> {
  const found = await findSubject(shop, target);
  if (found === null)
    return createNotePage(shop, shop.t(texts.notifyMe), shown.problem ?? shop.t(texts.PRODUCT_NOT_FOUND));
  const form = await renderAlertForm(shop, { ...target, ...found }, { place: 'page', kind: target.kind, ...shown });
  const title = shop.t(texts.formTitle, { product: formatTarget(found) });
  return createNotePage(shop, title, null, found, form);
}

export async function createThanksPage(shop: Shop, target: PageTarget, text: string): Promise<PrivateView> {
  const found = await findSubject(shop, target);
  const title = found === null ? shop.t(texts.notifyMe) : shop.t(texts.formTitle, { product: formatTarget(found) });
  return createNotePage(shop, title, text, found);
}

export const alertPageStyles = 'src/features/stock-alerts/stock-alerts.page.css' as const;

/** @param back product to which the page links back */
function createNotePage(
  shop: Shop,
  title: string,
  note: string | null,
  back: { readonly name: string; readonly slug: string } | null = null,
  form: React.ReactNode = null,
): PrivateView {
  const body = (
    <div className="wrap wrap--text">
      <header className="page-head">
        <h1>{title}</h1>
        {note !== null && (
          <p className="lead" role="status">
            {note}
          </p>
        )}
      </header>
      <div className="stack">
        {form}
        {back && (
          <p>
            <a href={productPath(back.slug)}>{shop.t(texts.backToProduct, { product: back.name })}</a>
          </p>
        )}
      </div>
    </div>
  );
  return { title, styles: alertPageStyles, body };
}
