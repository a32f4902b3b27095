import { askBank } from './ask-bank.ts';
import { sdkConfig } from './config.ts';

/** What the test sheets hand over: its marker shows where a token got to that it should not. */
interface SheetToken {
  readonly token?: { readonly paymentData?: { readonly card?: string } };
  readonly paymentMethodData?: { readonly tokenizationData?: { readonly token?: string } };
}

async function confirmSheet(orderId: string, sheet: string, card: string | undefined): Promise<string> {
  const number = card?.replace('test-sheet-token-', '') ?? '';
  const body = JSON.stringify({ orderId, sheet, number });
  const response = await fetch(`${sdkConfig.baseUrl}/sdk/sheet-confirm`, { method: 'POST', body });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.name ?? 'UNPROCESSABLE_ENTITY');
  return reply.status;
}

/** Apple Pay: what Apple's own sheet needs of the provider. */
export function createApplepay() {
  return {
    config: async () => ({
      ...{ isEligible: sdkConfig.hasSheets, countryCode: 'IE', currencyCode: sdkConfig.currency },
      ...{ merchantCapabilities: ['supports3DS'], supportedNetworks: ['visa', 'masterCard', 'amex'] },
    }),
    async validateMerchant({ validationUrl }: { validationUrl: string }) {
      const response = await fetch(`${sdkConfig.baseUrl}/sdk/apple-pay-session`);
      if (!response.ok || !validationUrl) throw new Error('APPLE_PAY_MERCHANT_SESSION_VALIDATION_ERROR');
      return { merchantSession: { merchantSessionIdentifier: 'test', domainName: location.hostname } };
    },
    async confirmOrder({ orderId, token }: { orderId: string } & SheetToken) {
      const status = await confirmSheet(orderId, 'apple_pay', token?.paymentData?.card);
      return { approveApplePayPayment: { id: orderId, status: status.toUpperCase() } };
    },
  };
}

/** Google Pay: what Google's own sheet needs of the provider. */
export function createGooglepay() {
  return {
    config: async () => ({
      ...{ isEligible: sdkConfig.hasSheets, apiVersion: 2, apiVersionMinor: 0, countryCode: 'IE' },
      merchantInfo: { merchantId: 'TESTWALLET4ME', merchantOrigin: location.hostname },
      allowedPaymentMethods: [{ type: 'CARD', parameters: { allowedCardNetworks: ['VISA', 'MASTERCARD'] } }],
    }),
    async confirmOrder({ orderId, paymentMethodData }: { orderId: string } & SheetToken) {
      const status = await confirmSheet(orderId, 'google_pay', paymentMethodData?.tokenizationData?.token);
      return { id: orderId, status: status === 'challenge' ? 'PAYER_ACTION_REQUIRED' : 'APPROVED' };
    },
    async initiatePayerAction({ orderId }: { orderId: string }) {
      const answer = await askBank(orderId);
      if (answer === null) throw new Error('The shopper has closed the question.');
      return { liabilityShift: answer.liabilityShift };
    },
  };
}
