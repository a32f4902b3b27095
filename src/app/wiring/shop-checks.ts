import { checkStaffRoles } from '#features/accounts/index.ts';
import { checkTerms } from '#features/checkout/index.ts';
import { checkLegalPages } from '#features/content/index.ts';
import { checkShopAddress } from '#features/first-run/index.ts';
import { checkPayments } from '#features/payments/index.ts';
import { checkFeedToken } from '#features/photo-feed/index.ts';
import { checkReports } from '#features/reports/index.ts';
import { checkZones } from '#features/shipping/index.ts';
import { checkAlerts } from '#features/stock-alerts/index.ts';
import { checkTaxRates } from '#features/taxes/index.ts';
import { checkReverseCharge } from '#features/vat-numbers/index.ts';
import { checkWallet } from '#features/wallet/index.ts';
import { checkSettingValues } from '#platform/checks/check-settings.ts';
import type { ShopCheck } from '#platform/checks/checks.ts';
import { checkJobs } from '#platform/jobs/check-jobs.ts';
import { checkMail, checkSender } from '#platform/mail/check-mail.ts';

/** Checks of the doctor and the start page, in the order of display. */
export const checksOfShop: readonly ShopCheck[] = [
  checkJobs,
  checkMail,
  checkSender,
  checkShopAddress,
  checkSettingValues,
  checkPayments,
  checkWallet,
  checkTaxRates,
  checkReverseCharge,
  checkZones,
  checkTerms,
  checkLegalPages,
  checkStaffRoles,
  checkAlerts,
  checkFeedToken,
  checkReports,
];
