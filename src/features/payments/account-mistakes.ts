import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import type { SettingMistake } from '#platform/config/settings.ts';

export const isIban = (typed: string): boolean => isValidIBAN(electronicFormatIBAN(typed) ?? '');

export const isBic = (typed: string): boolean => isValidBIC(typed.replaceAll(' ', '').toUpperCase());

interface BankAccount {
  readonly iban: string;
  readonly bic?: string | undefined;
}

/** Finds numbers of the bank account that no bank has: money would be lost or come back. */
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
