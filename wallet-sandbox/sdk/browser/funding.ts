import { sdkConfig } from './config.ts';

export const fundingSources = {
  PAYPAL: 'paypal',
  VENMO: 'venmo',
  APPLEPAY: 'applepay',
  ITAU: 'itau',
  CREDIT: 'credit',
  PAYLATER: 'paylater',
  CARD: 'card',
  IDEAL: 'ideal',
  SEPA: 'sepa',
  BANCONTACT: 'bancontact',
  GIROPAY: 'giropay',
  SOFORT: 'sofort',
  EPS: 'eps',
  MYBANK: 'mybank',
  P24: 'p24',
  BLIK: 'blik',
  TRUSTLY: 'trustly',
} as const;

/** Those that the wallet has, in the order of their buttons. */
const offered = ['paypal', 'paylater', 'card'];
/** Paying later is for these amounts, in any of its currencies. */
const laterRange = { from: 30, to: 2000 };
const laterCurrencies = ['AUD', 'EUR', 'GBP', 'USD'];

export function isFundingEligible(source: string, amount?: number | string): boolean {
  if (!offered.includes(source) || sdkConfig.disabledFunding.includes(source)) return false;
  if (source !== 'paylater') return true;
  // It has to be asked for, and is offered for sales alone.
  if (!sdkConfig.enabledFunding.includes(source) || sdkConfig.intent !== 'capture') return false;
  return laterCurrencies.includes(sdkConfig.currency) && (amount === undefined || isInLaterRange(amount));
}

export function isInLaterRange(amount: number | string): boolean {
  return Number(amount) >= laterRange.from && Number(amount) <= laterRange.to;
}

export const getFundingSources = (): string[] => [...offered];
