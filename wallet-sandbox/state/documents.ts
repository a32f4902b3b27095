import type { PaymentPlan } from '../faults/table.ts';

export interface Money {
  currency_code: string;
  value: string;
}

export interface Address {
  address_line_1?: string;
  address_line_2?: string;
  admin_area_1?: string;
  admin_area_2?: string;
  postal_code?: string;
  country_code: string;
}

export interface ShippingOption {
  id: string;
  label: string;
  type?: 'SHIPPING' | 'PICKUP';
  amount?: Money;
  selected: boolean;
}

export interface Item {
  name: string;
  quantity: string;
  unit_amount: Money;
  tax?: Money;
  [key: string]: unknown;
}

export interface Amount extends Money {
  breakdown?: Record<string, Money>;
}

export interface PurchaseUnit {
  reference_id: string;
  amount: Amount;
  description?: string;
  custom_id?: string;
  invoice_id?: string;
  soft_descriptor?: string;
  items?: Item[];
  shipping?: {
    name?: { full_name: string };
    address?: Address;
    options?: ShippingOption[];
    type?: 'SHIPPING' | 'PICKUP_IN_PERSON';
  };
}

export interface Payer {
  payer_id: string;
  email_address: string;
  name: { given_name: string; surname: string };
  phone?: string;
  country_code: string;
}

/** How the payer pays, which decides how the capture goes. */
export type Instrument = 'balance' | 'visa' | 'declined' | 'challenge' | 'bank';

/** What 3-D Secure tells of a card: whether the bank answers for it, and why. */
export interface CardAuthentication {
  liability_shift: 'NO' | 'POSSIBLE' | 'UNKNOWN';
  three_d_secure: {
    enrollment_status: 'Y' | 'N' | 'U' | 'B';
    authentication_status?: 'Y' | 'N' | 'U' | 'A' | 'C' | 'R';
  };
}

/** What the card’s processor says: paid, declined, wrong code, too little money, expired. */
export type ResponseCode = '0000' | '0500' | '5110' | '5120' | '5400';

/** What is kept of a card. Its number and its code are not. */
export interface CardApproval {
  brand: 'VISA' | 'MASTERCARD' | 'AMEX' | 'DISCOVER';
  lastDigits: string;
  /** Year and month, as `2030-01`. */
  expiry: string;
  name: string | null;
  /** Null where nobody asked 3-D Secure. */
  authentication: CardAuthentication | null;
  /** Why the processor declines the capture. */
  decline: ResponseCode | null;
}

/** What a sheet of a device, or of an account, hands the data of a card over for. */
export type SheetSource = 'apple_pay' | 'google_pay';

export interface Approval {
  at: number;
  /** Null of a card in the fields of the shop's page. */
  payer: Payer | null;
  instrument: Instrument;
  /** The button that was clicked: `paypal`, `paylater` or `card`. */
  fundingSource: string;
  shipping: { name: { full_name: string }; address: Address } | null;
  card?: CardApproval;
}

export interface ExperienceContext {
  shipping_preference: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS';
  user_action: 'PAY_NOW' | 'CONTINUE';
  return_url?: string;
  cancel_url?: string;
  brand_name?: string;
  locale?: string;
  order_update_callback_config?: { callback_url: string; callback_events: string[] };
}

export interface OrderDocument {
  id: string;
  intent: 'CAPTURE' | 'AUTHORIZE';
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  unit: PurchaseUnit;
  /** Whether a payment source was given, which names the link `payer-action`, not `approve`. */
  hasSource: boolean;
  /** When 3-D Secure is asked, of an order that a card pays in the fields of the shop's page; else null. */
  verification: 'SCA_WHEN_REQUIRED' | 'SCA_ALWAYS' | null;
  /** Of an order that a sheet pays; missing of others. */
  sheet?: SheetSource;
  context: ExperienceContext;
  approval: Approval | null;
  /** How often the payer's instrument was refused. */
  declines: number;
  /** What the payer has to do on the wallet's page before money can move. */
  needs: 'other-instrument' | 'confirmation' | null;
  /** Whether the lapse of the approval was announced. */
  isReversed: boolean;
  plan: PaymentPlan;
  /** Whether what the plan has for after the payment was done. */
  isPlanDone: boolean;
  createdAt: number;
  updatedAt: number;
}

export interface AuthorizationDocument {
  id: string;
  orderId: string;
  /** The first authorization, of which this is a reauthorization. */
  parentId: string | null;
  status: 'CREATED' | 'CAPTURED' | 'PARTIALLY_CAPTURED' | 'DENIED' | 'PENDING' | 'VOIDED';
  responseCode?: ResponseCode;
  amount: Money;
  customId?: string;
  invoiceId?: string;
  createdAt: number;
  updatedAt: number;
  expiresAt: number;
}

export interface CaptureDocument {
  id: string;
  orderId: string;
  authorizationId: string | null;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  reason?: 'ECHECK' | 'PENDING_REVIEW';
  /** Of the card's processor. */
  responseCode?: ResponseCode;
  amount: Money;
  isFinal: boolean;
  customId?: string;
  invoiceId?: string;
  /** When a pending capture is decided, and how. */
  decision: { at: number; status: 'COMPLETED' | 'DECLINED' } | null;
  createdAt: number;
  updatedAt: number;
}

export interface RefundDocument {
  id: string;
  captureId: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  amount: Money;
  /** What was refunded of the capture with this refund. */
  totalRefunded: string;
  customId?: string;
  invoiceId?: string;
  note?: string;
  /** By the provider itself, after a dispute or a chargeback. */
  isReversal: boolean;
  createdAt: number;
  updatedAt: number;
}

export interface DisputeDocument {
  id: string;
  captureId: string;
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';
  reason: string;
  amount: Money;
  outcome: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface WebhookDocument {
  id: string;
  url: string;
  eventTypes: string[];
}

export interface EventDocument {
  id: string;
  orderId: string | null;
  type: string;
  /** As it is sent: the signature covers these bytes. */
  body: string;
  createdAt: number;
  deliveries: DeliveryState[];
}

export interface DeliveryState {
  webhookId: string;
  status: 'PENDING' | 'SUCCESS' | 'FAILURE';
  attempts: number;
  dueAt: number;
  /** Further times that it is sent although it arrived. */
  repeats: number;
  hasBadSignature: boolean;
}

export interface RequestKeyDocument {
  id: string;
  /** What the first request made. */
  documentId: string;
  expiresAt: number;
}

export interface SigningDocument {
  id: 'signing';
  certificateId: string;
  chain: string;
  root: string;
  privateKey: string;
}

export interface Documents {
  orders: OrderDocument;
  authorizations: AuthorizationDocument;
  captures: CaptureDocument;
  refunds: RefundDocument;
  disputes: DisputeDocument;
  webhooks: WebhookDocument;
  events: EventDocument;
  keys: RequestKeyDocument;
  signing: SigningDocument;
}
