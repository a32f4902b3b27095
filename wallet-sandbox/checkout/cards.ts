import { unprocessable } from '../rest/problem.ts';
import type { CardApproval, CardAuthentication, ResponseCode } from '../state/documents.ts';

/** How a test card behaves. */
interface TestCard {
  readonly number: string;
  readonly note: string;
  /** Whether the bank asks the shopper, where the shop asks for 3-D Secure when it is required. */
  readonly asks?: true;
  /** What 3-D Secure tells where the bank asks nobody; default: it knows the shopper. */
  readonly authentication?: CardAuthentication;
  /** Code of the processor that declines the capture. */
  readonly decline?: ResponseCode;
}

const authenticated: CardAuthentication = {
  liability_shift: 'POSSIBLE',
  three_d_secure: { enrollment_status: 'Y', authentication_status: 'Y' },
};
const notEnrolled = (enrollment_status: 'N' | 'U' | 'B', liability_shift: 'NO' | 'UNKNOWN' = 'NO') => ({
  liability_shift,
  three_d_secure: { enrollment_status },
});

/** What the shopper, or the bank, does with the question of 3-D Secure. */
export const challengeAnswers: Readonly<Record<string, CardAuthentication>> = {
  confirm: authenticated,
  attempt: {
    liability_shift: 'POSSIBLE',
    three_d_secure: { enrollment_status: 'Y', authentication_status: 'A' },
  },
  refuse: { liability_shift: 'NO', three_d_secure: { enrollment_status: 'Y', authentication_status: 'N' } },
  reject: { liability_shift: 'NO', three_d_secure: { enrollment_status: 'Y', authentication_status: 'R' } },
  unavailable: { liability_shift: 'UNKNOWN', three_d_secure: { enrollment_status: 'Y', authentication_status: 'U' } },
};

/** Any other number with a right check digit pays at once. */
const testCards: readonly TestCard[] = [
  { number: '4111111111111111', note: 'Visa. Pays at once' },
  { number: '5555555555554444', note: 'Mastercard. Pays at once' },
  { number: '378282246310005', note: 'American Express. Pays at once, with a code of four digits' },
  { number: '4000000000003220', note: 'The bank asks to confirm the payment', asks: true },
  { number: '4000000000003055', note: 'The card takes no part in 3-D Secure', authentication: notEnrolled('N') },
  { number: '4000000000003063', note: 'The bank of the card was passed over', authentication: notEnrolled('B') },
  { number: '4000000000000101', note: 'The bank can’t tell about 3-D Secure', authentication: notEnrolled('U') },
  {
    ...{ number: '4000000000003097', note: 'The bank of the card does not answer' },
    authentication: notEnrolled('U', 'UNKNOWN'),
  },
  { number: '4000000000000002', note: 'Will be declined', decline: '0500' },
  { number: '4000000000009995', note: 'Will be declined: too little money', decline: '5120' },
  { number: '4000000000000069', note: 'Will be declined: expired', decline: '5400' },
  { number: '4000000000000127', note: 'Will be declined: wrong code', decline: '5110' },
];

/** What a shopper has typed into the frames of the fields. It is kept in memory alone, until it has paid. */
export interface CardValues {
  readonly number?: string;
  readonly expiry?: string;
  readonly cvv?: string;
  readonly name?: string;
}

/** A card that can pay once its bank has been asked, or needs not be asked. */
export interface ReadCard extends Omit<CardApproval, 'authentication'> {
  /** What 3-D Secure tells; null where nobody asks it. */
  readonly authentication: CardAuthentication | null;
  readonly asksShopper: boolean;
}

const brands: readonly (readonly [RegExp, CardApproval['brand']])[] = [
  [/^4/, 'VISA'],
  [/^(5[1-5]|2[2-7])/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^6/, 'DISCOVER'],
];

/** The check digit of card numbers (ISO/IEC 7812-1, annex B). */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

/**
 * Reads what the fields have.
 * @param always whether the shop asks for 3-D Secure with each card
 * @throws a problem for a card that can't pay at all
 */
export function readCard(values: CardValues, always: boolean, now: Date): ReadCard {
  const number = values.number?.replaceAll(' ', '') ?? '';
  const [, month = '', year = ''] = /^(\d\d)\s*\/\s*(\d\d)$/.exec(values.expiry ?? '') ?? [];
  if (!hasCheckDigit(number)) throw unprocessable('CARD_NUMBER_REQUIRED', { field: '/payment_source/card/number' });
  if (month === '') throw unprocessable('CARD_EXPIRY_REQUIRED', { field: '/payment_source/card/expiry' });
  const expiry = `20${year}-${month}`;
  if (expiry < now.toISOString().slice(0, 7)) {
    throw unprocessable('CARD_EXPIRED', { field: '/payment_source/card/expiry' });
  }
  const brand = brands.find(([pattern]) => pattern.test(number))?.[1];
  if (!brand) throw unprocessable('CARD_BRAND_NOT_SUPPORTED', { field: '/payment_source/card/number' });
  const card = testCards.find((each) => each.number === number);
  const isAuthenticated = always || card?.authentication !== undefined;
  return {
    ...{ brand, expiry, lastDigits: number.slice(-4), name: values.name?.trim() || null },
    decline: card?.decline ?? null,
    asksShopper: card?.asks === true,
    authentication: isAuthenticated ? (card?.authentication ?? authenticated) : null,
  };
}
