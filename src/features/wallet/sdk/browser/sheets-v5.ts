import type { PayPalNamespace } from '@paypal/paypal-js';
import type { ApplePayCalls, ApplePayConfig, GooglePayCalls, GooglePayConfig } from '#features/wallet/sdk/adapter.ts';

/** Components that are missing in the SDK's types. */
interface Components {
  readonly Applepay?: () => {
    config(): Promise<ApplePayConfig>;
    validateMerchant(options: { validationUrl: string; displayName: string }): Promise<{ merchantSession: unknown }>;
    confirmOrder(options: { orderId: string; token: unknown; billingContact: unknown }): Promise<unknown>;
  };
  readonly Googlepay?: () => {
    config(): Promise<GooglePayConfig>;
    confirmOrder(options: { orderId: string; paymentMethodData: unknown }): Promise<{ status: string }>;
    initiatePayerAction(options: { orderId: string }): Promise<unknown>;
  };
}

/**
 * Creates Apple Pay calls with the fifth generation of the provider's SDK.
 * @returns null when the SDK was loaded without Apple Pay
 */
export function createApplePay(paypal: PayPalNamespace): ApplePayCalls | null {
  const component = (paypal as Components).Applepay?.();
  if (!component) return null;
  return {
    config: () => component.config(),
    validateMerchant: async (validationUrl, displayName) =>
      (await component.validateMerchant({ validationUrl, displayName })).merchantSession,
    confirm: async (orderId, payment) => void (await component.confirmOrder({ orderId, ...payment })),
  };
}

/**
 * Creates Google Pay calls with the fifth generation of the provider's SDK.
 * @returns null when the SDK was loaded without Google Pay
 */
export function createGooglePay(paypal: PayPalNamespace): GooglePayCalls | null {
  const component = (paypal as Components).Googlepay?.();
  if (!component) return null;
  return {
    config: () => component.config(),
    confirm: async (orderId, paymentMethodData) =>
      (await component.confirmOrder({ orderId, paymentMethodData })).status === 'PAYER_ACTION_REQUIRED',
    askShopper: async (orderId) => void (await component.initiatePayerAction({ orderId })),
  };
}
