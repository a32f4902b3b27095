import { friendlyFormatIBAN } from 'ibantools';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem, ValuesOf } from '#platform/forms/field.ts';
import { line } from '#platform/forms/kinds.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { isBic, isIban } from './account-mistakes.ts';
import { paymentSettings } from './settings.ts';
import { paymentTexts as texts } from './texts.ts';

export const bankAccountKey = 'payments.bankTransfer';

/**
 * Fields of the shop's bank account, for forms of the back office. When all are empty, bank transfer is not offered.
 */
export const createBankAccountFields = (t: Translate) => ({
  accountName: line({ name: 'account_name', label: t(texts.accountName), max: 100 }),
  iban: line({
    ...{ name: 'iban', label: t(texts.iban), max: 50, isCode: true, width: 'two-thirds' },
    ...{ isValid: isIban, invalid: t(texts.ibanInvalid) },
  }),
  bic: line({
    ...{ name: 'bic', label: t(texts.bic), max: 20, isCode: true, width: 'third' },
    ...{ isValid: isBic, invalid: t(texts.bicInvalid) },
  }),
});

type BankAccountValues = ValuesOf<ReturnType<typeof createBankAccountFields>>;

/** Either both the holder and the number of the account are entered, or neither. */
export function findBankAccountProblems(t: Translate, { accountName, iban, bic }: BankAccountValues): FormProblem[] {
  if (iban === '') return accountName + bic === '' ? [] : [{ field: 'iban', message: t(texts.ibanMissing) }];
  return accountName === '' ? [{ field: 'account_name', message: t(texts.accountHolderMissing) }] : [];
}

export function readBankAccount({ settings }: Pick<Shop, 'settings'>): BankAccountValues {
  const { accountName = '', iban = '', bic = '' } = settings(paymentSettings).bankTransfer ?? {};
  return { accountName, iban, bic };
}

/** @returns the value of the setting; parts that the form does not have stay unchanged */
export function toBankTransfer({ settings }: Pick<Shop, 'settings'>, { accountName, iban, bic }: BankAccountValues) {
  if (iban === '') return null;
  const { dueDays, bank } = settings(paymentSettings).bankTransfer ?? {};
  const account = { accountName, iban: friendlyFormatIBAN(iban) ?? iban, ...(bic && { bic: bic.toUpperCase() }) };
  return { ...account, ...(dueDays && { dueDays }), ...(bank && { bank }) };
}
