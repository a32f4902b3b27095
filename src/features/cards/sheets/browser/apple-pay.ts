import type { SheetAmount, SheetPlaceSettings, SheetSettings } from '#features/cards/contract.ts';
import { type ApplePayConfig, loadWalletSdk } from '#features/wallet/browser.ts';
import { type ConfirmOrder, listLines, loadScript, type Sheet, toDecimal } from './sheet.ts';

/** What the shop uses of Apple Pay JS. Its types are in no package that the shop has. */
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

/** The version of iOS 12 and macOS 10.14 is the first that names errors of addresses. */
const version = 4;

/** The browser has the sheet, where it has one. */
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
    // The provider checks the address of the card. The shop has asked for its own.
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
        // The shopper has closed it meanwhile.
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
          // The sheet waits half a minute, and is gone by then.
        }
        resolve(true);
      }, fail);
    };
    // A sheet that goes away during the payment ends nothing: the shop says what became of it.
    session.oncancel = () => {
      if (!isAuthorized) resolve(false);
    };
    session.begin();
  });
}
