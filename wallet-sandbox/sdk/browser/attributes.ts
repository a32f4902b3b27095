const pageTypes = [
  ...['home', 'product', 'product-details', 'product-listing', 'search-results', 'cart', 'mini-cart', 'checkout'],
];

export interface ScriptAttributes {
  readonly namespace: string;
  readonly nonce: string;
}

/** Reads the `data-` attributes of the script's element, and throws for wrong ones. */
export function readScriptAttributes(script: HTMLScriptElement | null, merchantId: string | null): ScriptAttributes {
  const { pageType, namespace = 'paypal', cspNonce = '', merchantId: merchants } = script?.dataset ?? {};
  if (pageType !== undefined && !pageTypes.includes(pageType)) throw new Error(`Invalid page type, '${pageType}'`);
  if (!/^[A-Za-z_$][\w$]*$/.test(namespace)) throw new Error(`Invalid namespace: ${namespace}`);
  if (merchantId === '*') checkMerchants(merchants);
  return { namespace, nonce: cspNonce };
}

function checkMerchants(merchants: string | undefined): void {
  if (!merchants) throw new Error('Must pass data-merchant-id when merchant-id=* passed in url');
  const ids = merchants.split(',');
  if (ids.length < 2) {
    throw new Error('Must pass multiple merchant ids to data-merchant-id. If passing a single id, pass it in the url.');
  }
  if (new Set(ids).size !== ids.length) throw new Error('Duplicates data-merchant-id. Must pass unique merchant ids.');
  if (ids.length > 10) throw new Error('Too many merchant ids in data-merchant-id: at most 10.');
}
