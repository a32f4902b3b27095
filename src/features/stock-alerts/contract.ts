export type AlertKind = 'stock' | 'price';
export type AlertState = 'unconfirmed' | 'waiting' | 'mailed' | 'ended';

/** Path to which the form is sent without script. */
export const alertsPath = '/stock-alerts';

/** Page of one alert, in Fastify's syntax: the parameters are the id and the signature. */
export const alertPath = `${alertsPath}/:alert/:key`;

export const accountAlertsPath = '/account/stock-alerts';

/** Action of the nonce that the request to subscribe needs. */
export const subscribeNonce = 'stock-alert';

/** Field of the consent. The plugin's script checks the consent itself and does not send it. */
export const agreeField = 'agree';

/** Data for the script of the form, as JSON in `data-alert-form`. */
export interface AlertFormOptions {
  readonly ajaxPath: string;
  readonly action: string;
  readonly popupAction: string;
  readonly prefixes: { readonly stockPrefix: string; readonly stockShort: string };
  readonly rules: SubscriberRules;
  /** Initial country of the phone field: two letters in lower case. */
  readonly country: string;
  readonly texts: Readonly<Record<SubscriberProblem | 'failed' | 'close' | 'notifyMe' | 'nonceFailed', string>>;
}

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
