import { type SdkSettings, sdkCleanupEvent, sdkCreatedEvent, sdkErrorEvent } from '#features/wallet/contract.ts';
import type { LoadWalletSdk, WalletSdk } from '#features/wallet/sdk/adapter.ts';
import { insertSdkScript } from './insert-script.ts';
import { SdkError } from './sdk-error.ts';
import { createSdkScript } from './sdk-script.ts';
import { createSdkV5 } from './sdk-v5.ts';

export interface SdkEventDetail {
  readonly namespace: string;
  readonly queryParams: SdkSettings['queryParams'];
  readonly sdk?: WalletSdk;
  readonly error?: unknown;
  readonly code?: string | undefined;
}

/** State of a namespace, which holds one SDK: a second script destroys everything that the first one has mounted. */
interface LoadState {
  isLoading: boolean;
  /** Key of the parameters that were requested last. */
  key: string;
  sdk: WalletSdk | null;
  queryParams: SdkSettings['queryParams'];
}

const states = new Map<string, LoadState>();

/** Loads the SDK once for each set of parameters. A call without parameters uses the loaded SDK. */
export const loadWalletSdk: LoadWalletSdk = async (settings) => {
  const { namespace, key } = createSdkScript(settings);
  const state = states.get(namespace) ?? { isLoading: false, key: '', sdk: null, queryParams: {} };
  states.set(namespace, state);
  const isAny = Object.keys(settings.queryParams).length === 0;
  const isSame = () => isAny || state.key === key;
  while (state.isLoading) {
    const { error } = await waitForLoad(namespace);
    if (error !== undefined && isSame()) throw error;
  }
  return state.sdk !== null && isSame() ? state.sdk : load(settings, state);
};

function waitForLoad(namespace: string): Promise<SdkEventDetail> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    const listen = (event: Event) => {
      const { detail } = event as CustomEvent<SdkEventDetail>;
      if (detail.namespace !== namespace) return;
      controller.abort();
      resolve(detail);
    };
    for (const name of [sdkCreatedEvent, sdkErrorEvent])
      document.addEventListener(name, listen, { signal: controller.signal });
  });
}

async function load(settings: SdkSettings, state: LoadState): Promise<WalletSdk> {
  const { namespace, key } = createSdkScript(settings);
  const dispatch = (name: string, detail: Omit<SdkEventDetail, 'namespace'>) =>
    document.dispatchEvent(new CustomEvent<SdkEventDetail>(name, { detail: { namespace, ...detail } }));
  state.isLoading = true;
  if (state.sdk) dispatch(sdkCleanupEvent, { sdk: state.sdk, queryParams: state.queryParams });
  Object.assign(state, { key, sdk: null });
  try {
    const { sdk, queryParams } = await insert(settings);
    Object.assign(state, { isLoading: false, sdk, queryParams });
    dispatch(sdkCreatedEvent, { sdk, queryParams });
    return sdk;
  } catch (error) {
    state.isLoading = false;
    const { code } = error as SdkError;
    if (error instanceof SdkError && error.isInvalidCurrency) console.error(`The wallet: ${error.message}`);
    dispatch(sdkErrorEvent, { error, code, queryParams: settings.queryParams });
    throw error;
  }
}

/** Inserts the script. Retries without the locale when the locale may have caused the error. */
async function insert({
  queryParams,
  ...rest
}: SdkSettings): Promise<Required<Pick<SdkEventDetail, 'sdk' | 'queryParams'>>> {
  try {
    return { sdk: createSdkV5(await insertSdkScript(createSdkScript({ queryParams, ...rest }))), queryParams };
  } catch (error) {
    const { locale, ...others } = queryParams;
    if (!locale || !(error instanceof SdkError) || !error.mayBeLocale) throw error;
    return insert({ queryParams: others, ...rest });
  }
}
