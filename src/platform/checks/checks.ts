import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** The result of a check. Texts are for the owner of the shop, in English. */
export interface Finding {
  /** The subject of the check, such as `Tax rates`. */
  readonly what: string;
  /** `error` means that the shop can't sell or misinforms buyers. `warning` means that the owner should act. */
  readonly state: 'ok' | 'warning' | 'error';
  readonly text: string;
  /** The recommended action, as a sentence without a full stop. */
  readonly action?: string;
  /** Commands for the action, where the back office has no page for it: `mails show <id>`. */
  readonly commands?: readonly string[];
  /** The page of the back office on which the problem can be fixed, if there is one. */
  readonly path?: string;
  /** The feature whose settings the finding depends on: a change of these settings repeats the check. */
  readonly about?: string;
}

export interface CheckOptions {
  /**
   * Whether the result is shown to an operator at the command line: then other servers may be asked, and errors may
   * quote personal data. Otherwise it is shown on each start page of the back office.
   */
  readonly isForOperator: boolean;
}

export type ShopCheck = (shop: Shop, options: CheckOptions) => Promise<readonly Finding[]>;

/** Checks whether the shop can sell, for `shop doctor` and the back office. A check changes nothing. */
export const shopChecks = definePort<ShopCheck>('platform.checks');

/** Milliseconds after which a check is given up, since a server that it asks may never answer. */
const longestCheck = 15_000;

/**
 * Runs checks one after another, in the order of the list: none takes more than a query or two.
 * @param checks default: all checks of the shop
 */
export async function runChecks(
  shop: Shop,
  options: CheckOptions,
  checks: readonly ShopCheck[] = shop.implementations(shopChecks),
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await runCheck(shop, check, options)));
  return findings;
}

/** Runs one check. A check that fails or does not end is reported as a finding and does not hide the others. */
async function runCheck(shop: Shop, check: ShopCheck, options: CheckOptions): Promise<readonly Finding[]> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${longestCheck / 1000} seconds`)), longestCheck);
  try {
    return await Promise.race([check(shop, options), isLate]);
  } catch (err) {
    shop.log.error({ err }, 'a check of the shop failed');
    const text = `the check failed: ${err instanceof Error ? err.message : String(err)}`;
    return [{ what: check.name, state: 'warning', text }];
  } finally {
    clearTimeout(timer);
  }
}

export const formatCommand = (command: string): string => `npm run shop -- ${command}`;

/**
 * Formats the recommended action in one line.
 * @returns undefined when the finding recommends no action
 */
export function formatAction({ action, commands = [] }: Finding): string | undefined {
  const all = commands.map(formatCommand).join(' or ');
  return action !== undefined && all !== '' ? `${action}: ${all}` : action;
}

export function formatFinding(finding: Finding): string {
  const action = formatAction(finding);
  return `${finding.what}: ${finding.text}${action === undefined ? '' : `. ${action}`}`;
}
