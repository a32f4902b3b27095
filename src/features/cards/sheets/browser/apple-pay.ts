import type { SheetAmount, SheetPlaceSettings, SheetSettings } from '#features/cards/contract.ts';
import { type ApplePayConfig, loadWalletSdk } from '#features/wallet/browser.ts';
import { type ConfirmOrder, listLines, loadScript, type Sheet, toDecimal } from './sheet.ts';

/** The part of Apple Pay JS that the shop uses. No package of the shop contains its types. */
interface AppleSession {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentauthorized: (event: {
    readonly payment: { readonly token: unknown; readonly billingContact?: unknown };
  }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { readonly status: number }): void;
}
interface AppleSessions {
  new (version: number, request: object): AppleSession;
  canMakePayments(): boolean;
  supportsVersion?(version: number): boolean;
  readonly STATUS_SUCCESS: number;
}

/** The version of iOS 12 and macOS 10.14 is the first with errors about single address fields. */
const version = 4;

/** Finds the sheet, which is part of the browser. */
export async function findApplePay({ sdk, scriptUrl, currency }: SheetSettings): Promise<Sheet | null> {
  if (scriptUrl !== null) await loadScript(scriptUrl);
  const sessions = Reflect.get(window, 'ApplePaySession') as AppleSessions | undefined;
  if (!sessions?.canMakePayments() || sessions.supportsVersion?.(version) === false) return null;
  const config = await (await loadWalletSdk(sdk)).applePay?.config();
  if (!config?.isEligible || (config.currencyCode ?? currency) !== currency) return null;
  return {
    createButton,
    open: (settings, amount, pay) => open(sessions, createRequest(config, settings, amount), settings, pay),
  };
}

function createButton({ language }: SheetPlaceSettings, color: 'black' | 'white', onPress: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `apple-pay-button apple-pay-button--${color}`;
  button.lang = language;
  button.textContent = 'Apple Pay';
  button.addEventListener('click', onPress);
  return button;
}

function createRequest(config: ApplePayConfig, settings: SheetPlaceSettings, amount: SheetAmount): object {
  const { countryCode, merchantCapabilities, supportedNetworks } = config;
  const { currency, shopName } = settings;
  return {
    ...{ countryCode, currencyCode: currency, merchantCapabilities, supportedNetworks },
    // The provider checks the billing address of the card. The shop asks for its own addresses.
    requiredBillingContactFields: ['postalAddress'],
    lineItems: listLines(settings, amount).map((line) => ({ ...line, type: 'final' })),
    total: { label: shopName, amount: toDecimal(amount.total, currency), type: 'final' },
  };
}

function open(
  Session: AppleSessions,
  request: object,
  { sdk, shopName }: SheetPlaceSettings,
  pay: (confirm: ConfirmOrder) => Promise<void>,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const session = new Session(version, request);
    const fail = (error: unknown) => {
      try {
        session.abort();
      } catch {
        // The shopper has closed the sheet meanwhile.
      }
      reject(error);
    };
    const load = async () => {
      const { applePay } = await loadWalletSdk(sdk);
      if (!applePay) throw new Error('The SDK has no Apple Pay.');
      return applePay;
    };
    session.onvalidatemerchant = ({ validationURL }) =>
      void load()
        .then((applePay) => applePay.validateMerchant(validationURL, shopName))
        .then((validated) => session.completeMerchantValidation(validated))
        .catch(fail);
    let isAuthorized = false;
    session.onpaymentauthorized = ({ payment: { token, billingContact } }) => {
      isAuthorized = true;
      void pay(async (orderId) => (await load()).confirm(orderId, { token, billingContact })).then(() => {
        try {
          session.completePayment({ status: Session.STATUS_SUCCESS });
        } catch {
          // The sheet waits for half a minute and has closed by then.
        }
        resolve(true);
      }, fail);
    };
    // Closing the sheet during a payment does not cancel the payment: the shop reports its result.
    session.oncancel = () => {
      if (!isAuthorized) resolve(false);
    };
    session.begin();
  });
}
