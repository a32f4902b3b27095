import type { PayPalButtonsComponentOptions } from '@paypal/paypal-js';
import type { WalletFunding } from '#features/wallet/contract.ts';
import type { WalletHandlers, WalletRefusal } from '#features/wallet/sdk/adapter.ts';
import { isClosedByShopper } from './choose-message.ts';

/** Stops an order when the SDK continues after a rejected click, as on iPhones. */
const rejected = new Error('The page is not ready to pay.');

/** Keys of `errors` in the data that the SDK passes to the shipping callbacks. */
const refusalCodes: Record<WalletRefusal, string> = {
  country: 'COUNTRY_ERROR',
  state: 'STATE_ERROR',
  postcode: 'ZIP_ERROR',
  address: 'ADDRESS_ERROR',
  method: 'METHOD_UNAVAILABLE',
};

export function createCallbacks(funding: WalletFunding, handlers: WalletHandlers): PayPalButtonsComponentOptions {
  let ready: Promise<boolean> = Promise.resolve(false);
  let isOver = false;
  /** The error that a callback threw last: the SDK may pass only a copy to `onError`. */
  let thrown: { readonly error: unknown } | null = null;
  const recordThrown = async <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (error) {
      thrown = { error };
      throw error;
    }
  };
  const cancel = () => {
    if (!isOver) handlers.onCancel();
    isOver = true;
  };
  return {
    // The SDK calls this during the click, while the window opens. Waiting here for the page's check must not delay
    // the window.
    async onClick(_, actions) {
      [isOver, thrown] = [false, null];
      ready = recordThrown(handlers.isReady).catch((error: unknown) => {
        thrown = null;
        handlers.onError(error);
        return false;
      });
      await ((await ready) ? actions.resolve() : actions.reject());
    },
    async createOrder() {
      if (!(await ready)) return recordThrown(() => Promise.reject(rejected));
      return (await recordThrown(() => handlers.begin(funding))).orderId;
    },
    async onApprove({ orderID }, actions) {
      const outcome = await recordThrown(() => handlers.onApprove({ orderId: orderID }));
      // `restart` never settles, so the window stays open.
      if (outcome.kind === 'choose-again') return actions.restart();
      isOver = true;
      if (outcome.kind === 'go') return actions.redirect(new URL(outcome.to, location.href).href);
    },
    onCancel: cancel,
    onError(given) {
      const error = thrown ? thrown.error : given;
      thrown = null;
      if (error === rejected) return;
      if (isClosedByShopper(error)) return cancel();
      isOver = true;
      handlers.onError(error);
    },
    ...createShippingCallbacks(handlers),
  };
}

type ShippingCallbacks = Pick<PayPalButtonsComponentOptions, 'onShippingAddressChange' | 'onShippingOptionsChange'>;

/** A field that is missing in the SDK's types. */
interface RefusalData {
  readonly errors?: Readonly<Record<string, unknown>>;
}

/**
 * Adds shipping callbacks only for places that have the handlers: with such callbacks the wallet always asks for an
 * address.
 */
function createShippingCallbacks({ onAddress, onShippingOption, onError }: WalletHandlers): ShippingCallbacks {
  const answer = async (
    ask: () => Promise<WalletRefusal | null>,
    { errors }: RefusalData,
    { reject }: { readonly reject: (reason?: unknown) => Promise<void> },
    fallback: WalletRefusal,
  ) => {
    const refusal = await ask().catch((error: unknown) => {
      onError(error);
      return fallback;
    });
    if (refusal === null) return;
    const isKnown = (fallback === 'method') === (refusal === 'method');
    const code = refusalCodes[isKnown ? refusal : fallback];
    await reject(errors?.[code] ?? code);
  };
  return {
    ...(onAddress && {
      onShippingAddressChange: (data, actions) => {
        const { city, state, postalCode, countryCode } = data.shippingAddress;
        const address = { city, state, postalCode, countryCode };
        return answer(() => onAddress(data.orderID ?? '', address), data as RefusalData, actions, 'address');
      },
    }),
    ...(onShippingOption && {
      onShippingOptionsChange: (data, actions) => {
        const optionId = data.selectedShippingOption?.id ?? '';
        return answer(() => onShippingOption(data.orderID ?? '', optionId), data as RefusalData, actions, 'method');
      },
    }),
  };
}
