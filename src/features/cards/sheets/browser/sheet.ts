import type { SheetAmount, SheetPlaceSettings } from '#features/cards/contract.ts';

/** Sends the payment data of the sheet to the provider, for the provider's order. The page does not read the data. */
export type ConfirmOrder = (orderId: string) => Promise<void>;

export interface Sheet {
  /** Creates the button as its brand requires, in a colour that is visible on the page. */
  createButton(settings: SheetPlaceSettings, color: 'black' | 'white', onPress: () => void): HTMLElement;
  /**
   * Opens the sheet. Call it while the press of the button is handled: browsers refuse it later.
   * @param pay called when the shopper has agreed; the sheet is closed when it rejects
   * @returns false when the shopper has closed the sheet
   */
  open(
    settings: SheetPlaceSettings,
    amount: SheetAmount,
    pay: (confirm: ConfirmOrder) => Promise<void>,
  ): Promise<boolean>;
}

export interface SheetLine {
  readonly label: string;
  /** Decimal amount as text. Negative amounts have a sign. */
  readonly amount: string;
}

/** Formats an amount as sheets require: `1500`, `EUR` -> `15.00`. */
export function toDecimal(amount: number, currency: string): string {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return (amount / 10 ** maximumFractionDigits).toFixed(maximumFractionDigits);
}

/** Lists the lines above the total, which add up to the total. */
export function listLines({ texts, currency }: SheetPlaceSettings, { parts }: SheetAmount): SheetLine[] {
  const line = (name: keyof typeof parts, sign = ''): SheetLine[] =>
    parts[name] === 0 ? [] : [{ label: texts[name], amount: `${sign}${toDecimal(parts[name], currency)}` }];
  return [...line('items'), ...line('discount', '-'), ...line('shipping'), ...line('fees')];
}

const scripts = new Map<string, Promise<void>>();

/** Loads each script only once. */
export function loadScript(src: string): Promise<void> {
  const known = scripts.get(src);
  if (known !== undefined) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = readNonce();
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      scripts.delete(src);
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(script);
  });
  scripts.set(src, loaded);
  return loaded;
}

/** Reads the nonce of the page for elements that its scripts add. */
export const readNonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
