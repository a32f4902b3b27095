/** What shops give to the components, and get from them. */

export interface ButtonsOptions {
  fundingSource?: string;
  style?: Record<string, unknown>;
  message?: { amount?: number | string };
  appSwitchWhenAvailable?: boolean;
  createOrder?: (data: { paymentSource: string }, actions: object) => Promise<string> | string;
  onInit?: (data: { correlationID: string }, actions: { enable(): Promise<void>; disable(): Promise<void> }) => void;
  onClick?: (
    data: { fundingSource: string },
    actions: { resolve(): Promise<void>; reject(): Promise<void> },
  ) => Promise<unknown> | unknown;
  onApprove?: (data: ApproveData, actions: ApproveActions) => Promise<unknown> | unknown;
  onCancel?: (data: { orderID: string }, actions: object) => unknown;
  onError?: (error: unknown) => unknown;
  onShippingAddressChange?: (data: object, actions: object) => Promise<unknown> | unknown;
  onShippingOptionsChange?: (data: object, actions: object) => Promise<unknown> | unknown;
  onShippingChange?: (data: object, actions: object) => Promise<unknown> | unknown;
}

export interface ApproveData {
  orderID: string;
  payerID: string;
  paymentID: string | null;
  billingToken: string | null;
  facilitatorAccessToken: string;
  paymentSource: string;
}

export interface ApproveActions {
  restart(): Promise<never>;
  redirect(url: string): Promise<void>;
}
