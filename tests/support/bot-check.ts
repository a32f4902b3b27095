import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ProofOfWorkOptions } from '#features/bot-check/contract.ts';

/** Answers the check in some HTML as a browser does; '' without a check. */
export async function solveBotCheck(html: string): Promise<string> {
  const json = /data-proof-of-work="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  if (json === '') return '';
  const { challenge } = JSON.parse(json) as ProofOfWorkOptions;
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
