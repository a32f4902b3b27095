import type { SdkParameters, SdkSettings } from '#features/wallet/contract.ts';

/** Name of the SDK's global object when the parameters set no other. */
const defaultNamespace = 'paypal';

export interface SdkScript {
  readonly src: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly namespace: string;
  /** Equal for equal parameters in any order. */
  readonly key: string;
}

export function createSdkScript({ baseUrl, queryParams }: Pick<SdkSettings, 'baseUrl' | 'queryParams'>): SdkScript {
  const url = new URL(baseUrl);
  const attributes: Record<string, string> = {};
  for (const [name, value] of listParameters(queryParams)) {
    if (name.startsWith('data-')) attributes[name] = value;
    else url.searchParams.set(name, value);
  }
  const sorted = [...url.searchParams, ...Object.entries(attributes)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    src: url.href,
    attributes,
    namespace: attributes['data-namespace'] ?? defaultNamespace,
    key: JSON.stringify([url.origin, url.pathname, sorted]),
  };
}

/** Lists the parameters that have a value. Several merchant ids need an additional attribute. */
function listParameters(parameters: SdkParameters): [name: string, value: string][] {
  return Object.entries(parameters).flatMap(([name, given]): [string, string][] => {
    const parts = [given ?? ''].flat().flatMap((part) => (name === 'merchant-id' ? part.split(',') : [part]));
    const values = [...new Set(parts.map((part) => String(part).trim()))].filter((part) => part !== '');
    if (values.length === 0) return [];
    if (name !== 'merchant-id' || values.length === 1) return [[name, values.join(',')]];
    return [
      [name, '*'],
      ['data-merchant-id', values.join(',')],
    ];
  });
}
