import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';

/** What a check found. Texts are for the owner of the shop, in English. */
export interface Finding {
  /** What was checked, such as `Tax rates`. */
  readonly what: string;
  /** `error`: it stops selling, or what buyers are told. `warning`: it should be seen to. */
  readonly state: 'ok' | 'warning' | 'error';
  readonly text: string;
  /** What to do, as a sentence without a full stop. */
  readonly action?: string;
  /** Commands that do it, where the back office has no page for it: `mails show <id>`. */
  readonly commands?: readonly string[];
  /** The page of the back office on which it is mended, if there is one. */
  readonly path?: string;
  /** The feature whose settings it depends on: a change of these repeats it. */
  readonly about?: string;
}

export interface CheckOptions {
  /**
   * Whether an operator at the command line reads it: other servers may be asked, and errors may quote
   * personal data. Else it is shown in the back office, with each of its start pages.
   */
  readonly isForOperator: boolean;
}

export type ShopCheck = (shop: Shop, options: CheckOptions) => Promise<readonly Finding[]>;

/** Checks what the shop needs for selling, for `shop doctor` and the back office. They change nothing. */
export const shopChecks = definePort<ShopCheck>('platform.checks');

/** Milliseconds after which a check is given up: a server that it asks may never answer. */
const longestCheck = 15_000;

/**
 * Runs checks one after another, in the order of the list: none takes more than a query or two.
 * @param checks default: all of the shop
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

/** A check that fails, or does not end, must not hide the others. */
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

/** What somebody types for a command of a finding. */
export const formatCommand = (command: string): string => `npm run shop -- ${command}`;

/** Says in one line what to do. Undefined when nothing is. */
export function formatAction({ action, commands = [] }: Finding): string | undefined {
  const all = commands.map(formatCommand).join(' or ');
  return action !== undefined && all !== '' ? `${action}: ${all}` : action;
}

/** Formats a finding in one line. */
export function formatFinding(finding: Finding): string {
  const action = formatAction(finding);
  return `${finding.what}: ${finding.text}${action === undefined ? '' : `. ${action}`}`;
}
