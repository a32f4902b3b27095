import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type { SettingMistake } from '#platform/config/settings.ts';

export const isIban = (typed: string): boolean => isValidIBAN(electronicFormatIBAN(typed) ?? '');

export const isBic = (typed: string): boolean => isValidBIC(typed.replaceAll(' ', '').toUpperCase());

interface BankAccount {
  readonly iban: string;
  readonly bic?: string | undefined;
}

/** Finds numbers in the bank account that can't belong to a bank. Transfers to them would be lost or returned. */
export function findAccountMistakes({
  bankTransfer,
}: {
  readonly bankTransfer?: BankAccount | null | undefined;
}): SettingMistake[] {
  if (!bankTransfer) return [];
  const { iban, bic } = bankTransfer;
  const mistakes: SettingMistake[] = [];
  const state = 'error';
  if (!isIban(iban)) {
    mistakes.push({ path: 'bankTransfer.iban', message: `'${iban}' is no IBAN: a digit is wrong or missing`, state });
  }
  if (bic !== undefined && !isBic(bic)) {
    mistakes.push({
      path: 'bankTransfer.bic',
      message: `'${bic}' is no BIC: expected 8 or 11 letters and digits`,
      state,
    });
  }
  return mistakes;
}
