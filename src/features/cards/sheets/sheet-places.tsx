import type { ReactNode } from 'react';
import { z } from 'zod';
import type { CheckoutExtension, MethodButtons } from '#features/checkout/index.ts';
import type { PaymentStepInput } from '#features/order-pay/index.ts';
import { createOrderContent } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import {
  type SheetClientData,
  type SheetId,
  type SheetPlaceSettings,
  type SheetSettings,
  sheetAttribute,
  sheetIds,
  sheetRowsAttribute,
} from '../contract.ts';
import { cardTexts } from '../texts.ts';
import { createSheetSettings } from './sheet-settings.ts';
import { sheetTexts as texts } from './texts.ts';

/** Fills `checkout.method-buttons`: the button that opens a sheet, submits the form and pays the order. */
export const sheetMethods = sheetIds.map((method) => (shop: Shop): MethodButtons | null => {
  const settings = createSheetSettings(shop, method);
  return settings && { method, buttons: <SheetPlace shop={shop} settings={settings} step={null} /> };
});

/** Fills `order-pay.payment-step`: the button that opens a sheet and pays an existing order. */
export function renderSheetStep(shop: Shop, _context: RenderContext, { order, step }: PaymentStepInput): ReactNode {
  const method = sheetIds.find((id) => id === step.provider);
  const settings = method && createSheetSettings(shop, method, step.currency);
  if (!settings) return null;
  const client = step.data as unknown as SheetClientData;
  const { breakdown: parts } = createOrderContent(order, step.amount);
  return <SheetPlace shop={shop} settings={settings} step={{ client, amount: { total: step.amount, parts } }} />;
}

/** Fills `order-pay.methods`. */
export function renderSheetRows(shop: Shop): ReactNode {
  const sheets = sheetIds.flatMap((method) => createSheetSettings(shop, method) ?? []);
  if (sheets.length === 0) return null;
  return (
    <Behaviour of="cards/sheet-rows" when="load">
      <div hidden {...{ [sheetRowsAttribute]: JSON.stringify(sheets) }} />
    </Behaviour>
  );
}

/** Provides `checkoutExtensions`: lets the form offer sheets, and stores nothing with the order. */
export const sheetRows: CheckoutExtension<null> = {
  name: 'card-sheets',
  render: renderSheetRows,
  fieldPrefix: () => 'card_sheets_',
  readForm: () => undefined,
  namespace: () => 'card-sheets',
  schema: z.null(),
  readData: () => undefined,
};

interface SheetPlaceProps {
  readonly shop: Shop;
  readonly settings: SheetSettings;
  readonly step: SheetPlaceSettings['step'];
}

/**
 * A place for the button of a sheet, with reserved space. Each brand has its own behaviour and id, so that one
 * replaces the other when the shopper selects it.
 */
function SheetPlace({ shop: { t, choices }, settings, step }: SheetPlaceProps) {
  const { method } = settings;
  const title = t(getTitle(method));
  const place: SheetPlaceSettings = {
    ...settings,
    step,
    shopName: choices.name,
    language: new Intl.Locale(choices.locale).language,
    texts: {
      ...{ items: t(texts.partItems), discount: t(texts.partDiscount) },
      ...{ shipping: t(texts.partShipping), fees: t(texts.partFees) },
      ...{ paying: t(cardTexts.paying), closed: t(cardTexts.closed) },
      ...{ changed: t(texts.sheetChanged), failed: t(texts.sheetFailed) },
      missing: t(texts.sheetMissing, { method: title }),
    },
  };
  return (
    <Behaviour of={method === 'wallet-apple-pay' ? 'cards/apple-pay' : 'cards/google-pay'} when="visible">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would have a legend that is seen. */}
      <div
        className="sheet when-script"
        id={`${method}-sheet`}
        role="group"
        aria-label={title}
        {...{ [sheetAttribute]: JSON.stringify(place) }}
        data-filled-by-script=""
      >
        <div className="sheet__button" />
        <p className="sheet__status" role="status" />
      </div>
      <noscript>
        <p>{t(texts.sheetWithoutScript, { method: title })}</p>
      </noscript>
    </Behaviour>
  );
}

const getTitle = (method: SheetId) => (method === 'wallet-apple-pay' ? texts.applePay : texts.googlePay);
