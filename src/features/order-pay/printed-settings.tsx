import type { OrderPaySettings } from './contract.ts';

/** Days for which the key of a page's settings lets its scripts pay. */
export const orderKeyDays = 1;

/** For the scripts of payment providers, as carts print theirs. */
export function PrintedSettings({ settings }: { readonly settings: OrderPaySettings }) {
  return (
    <script
      type="application/json"
      data-order-settings=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped so that it can't end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(settings).replaceAll('<', '\\u003c') }}
    />
  );
}
