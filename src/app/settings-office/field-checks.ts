import { checkVatNumber } from '#features/vat-numbers/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text, TextValues } from '#platform/texts/texts.ts';
import { settingsTexts as texts } from './texts.ts';

type Problem = readonly [Text, TextValues];

/** Checks a typed text. @returns what is wrong with it */
type CheckField = (shop: Shop, typed: string) => Promise<Problem | null>;

/** A tax number may stand there, too. One that begins like a VAT number must be one. */
const checkSellerNumber: CheckField = async ({ choices }, typed) => {
  if (!/^[A-Z]{2}/i.test(typed)) return null;
  const { country } = choices.baseAddress ?? { country: choices.countries[0] ?? '' };
  return (await checkVatNumber(typed, country)).ok ? null : [texts.vatNumberInvalid, { number: typed }];
};

/** Checks that the schema of a setting can't make, since they load much or need the shop. */
export const fieldChecks: Readonly<Record<string, CheckField>> = { 'documents.vatId': checkSellerNumber };
