import type { SheetAmount, SheetPlaceSettings, SheetSettings } from '#features/cards/contract.ts';
import { type GooglePayConfig, loadWalletSdk } from '#features/wallet/browser.ts';
import { listLines, loadScript, readNonce, type Sheet, toDecimal } from './sheet.ts';

/** The part of Google's script that the shop uses. No package of the shop contains its types. */
interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>;
  loadPaymentData(request: object): Promise<{ readonly paymentMethodData: unknown }>;
  createButton(options: object): HTMLElement;
}
interface GoogleGlobal {
  readonly payments: { readonly api: { readonly PaymentsClient: new (options: object) => PaymentsClient } };
}

/** Finds the sheet, which Google's script provides. */
export async function findGooglePay({ sdk, scriptUrl, isLive }: SheetSettings): Promise<Sheet | null> {
  const config = await (await loadWalletSdk(sdk)).googlePay?.config();
  // An account without Google Pay must not load any script of Google.
  if (!config || config.isEligible === false || scriptUrl === null) return null;
  await loadScript(scriptUrl);
  const { payments } = Reflect.get(window, 'google') as GoogleGlobal;
  const environment = isLive ? 'PRODUCTION' : 'TEST';
  const client = new payments.api.PaymentsClient({ environment, nonce: readNonce() });
  const { apiVersion, apiVersionMinor, allowedPaymentMethods } = config;
  const base = { apiVersion, apiVersionMinor, allowedPaymentMethods };
  if (!(await client.isReadyToPay(base)).result) return null;
  return {
    createButton: ({ language }, buttonColor, onClick) =>
      client.createButton({
        ...{ onClick, allowedPaymentMethods, buttonColor, buttonType: 'pay', buttonSizeMode: 'fill', buttonRadius: 6 },
        buttonLocale: language,
      }),
    async open(settings, amount, pay) {
      const request = { ...base, ...createRequest(config, settings, amount) };
      const data = await client.loadPaymentData(request).catch((error: unknown) => {
        if ((error as { readonly statusCode?: string }).statusCode === 'CANCELED') return null;
        throw error;
      });
      if (data === null) return false;
      await pay(async (orderId) => {
        const { googlePay } = await loadWalletSdk(sdk);
        if (!googlePay) throw new Error('The SDK has no Google Pay.');
        if (!(await googlePay.confirm(orderId, data.paymentMethodData))) return;
        await googlePay.askShopper(orderId).catch(() => {
          throw new AggregateError([settings.texts.closed]);
        });
      });
      return true;
    },
  };
}

function createRequest(
  { merchantInfo, countryCode }: GooglePayConfig,
  settings: SheetPlaceSettings,
  amount: SheetAmount,
) {
  const { currency, shopName } = settings;
  const displayItems = listLines(settings, amount).map(({ label, amount: price }) => ({
    ...{ label, price },
    type: 'LINE_ITEM',
  }));
  return {
    merchantInfo,
    transactionInfo: {
      ...{ countryCode, currencyCode: currency, displayItems, totalPriceStatus: 'FINAL', totalPriceLabel: shopName },
      totalPrice: toDecimal(amount.total, currency),
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    },
  };
}
