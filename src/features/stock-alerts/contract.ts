/** Names and paths of alerts, for server and browser. */

export type AlertKind = 'stock' | 'price';
export type AlertState = 'unconfirmed' | 'waiting' | 'mailed' | 'ended';

/** Where the form is posted without script. */
export const alertsPath = '/stock-alerts';

/** Page of one alert. Parameters as in Fastify's syntax: the id, and the signature. */
export const alertPath = `${alertsPath}/:alert/:key`;

/** The alerts of a customer. */
export const accountAlertsPath = '/account/stock-alerts';

/** Action of the nonce that the call to subscribe needs. */
export const subscribeNonce = 'stock-alert';

/** Field with the agreement. Scripts of the plugin check it themselves and do not send it. */
export const agreeField = 'agree';

/** What the script of the form gets, as JSON in `data-alert-form`. */
export interface AlertFormOptions {
  readonly ajaxPath: string;
  readonly action: string;
  readonly popupAction: string;
  readonly prefixes: { readonly stockPrefix: string; readonly stockShort: string };
  readonly rules: SubscriberRules;
  /** Country that the phone field begins with: two letters, in lower case. */
  readonly country: string;
  readonly texts: Readonly<Record<SubscriberProblem | 'failed' | 'close' | 'notifyMe' | 'nonceFailed', string>>;
}

/** What the form asks for. */
export interface SubscriberRules {
  readonly quantity: FieldRule;
  readonly phone: FieldRule;
  readonly name: boolean;
  readonly agree: boolean;
  /** Whether top-level domains have at most four characters. */
  readonly strictEmail: boolean;
}

export type FieldRule = 'off' | 'optional' | 'required';

export type PhoneProblem = 'PHONE_INVALID' | 'PHONE_TOO_SHORT' | 'PHONE_TOO_LONG';

export type SubscriberProblem =
  | 'QUANTITY_EMPTY'
  | PhoneProblem
  | 'NAME_EMPTY'
  | 'EMAIL_EMPTY'
  | 'EMAIL_INVALID'
  | 'AGREE_REQUIRED';
