import { join } from 'node:path';
import { bundleScript } from '../browser-script.ts';
import type { Context } from '../context.ts';
import { toScriptJson } from '../html.ts';
import type { SdkConfig } from './browser/config.ts';
import { formatRefusal, readParameters } from './parameters.ts';

const version = '5.0.500';

/** What `/sdk/js` answers: the SDK, or a script that says what is wrong with its address. */
export function buildSdk({ merchant, publicUrl, faults }: Context, query: URLSearchParams) {
  const parameters = readParameters(query, merchant.clientId);
  if (typeof parameters === 'string') return { status: 400, script: formatRefusal(parameters) };
  const { buyerCountry: _, ...rest } = parameters;
  const config: SdkConfig = {
    ...rest,
    baseUrl: publicUrl,
    version,
    onClose: faults.onClose,
    onBlocked: faults.onBlocked,
    hasApp: faults.hasApp,
    hasCardFields: faults.hasCardFields,
    hasSheets: faults.hasSheets,
  };
  const script = bundleScript(join(import.meta.dirname, 'browser/sdk.ts'));
  return { status: 200, script: `(() => {\nconst sdkConfig = ${toScriptJson(config)};\n${script}\n})();` };
}

/** A sheet as browsers have it, or as Google's script brings it: its buttons choose a card. */
export function buildTestSheet({ faults }: Context, name: 'apple-pay' | 'google-pay'): string {
  const script = bundleScript(join(import.meta.dirname, `browser/${name}.ts`));
  return `(() => {\nconst sheetConfig = ${toScriptJson({ canPay: faults.hasDeviceSheets })};\n${script}\n})();`;
}
