import type { Shop } from '#platform/features/shop.ts';
import { foldCase, foldText } from '#platform/input/fold-text.ts';
import type { CommentState } from './contract.ts';
import { type CommentCheck, commentChecks, type JudgedText } from './ports.ts';
import { commentSettings } from './settings.ts';

export interface JudgedFacts {
  /** Whether the author has proved to own the email address, by the account or by a signed link. */
  readonly isProved: boolean;
  /** Whether another comment with this proved address was approved. */
  readonly hasApproved: boolean;
  /** Whether many comments on the product were written in the last hour. */
  readonly isBurst: boolean;
  /** Whether an equal text was sent several times today. */
  readonly isRepeated: boolean;
  /** Whether the invisible field was filled in, which only bots do. */
  readonly isTrapped: boolean;
}

export interface Judgement {
  readonly state: CommentState;
  /** Codes of the rules that prevented the approval. */
  readonly reasons: readonly string[];
}

/** Matches beginnings of links, and bare domains with common endings. */
const linkPattern =
  /\b(?:https?:\/\/|www\.)|\[url[\]=]|<a\s|(?<![@\w./-])(?:[\w-]+\.)+(?:biz|click|com|info|net|online|org|ru|shop|site|store|top|xyz)\b/gi;

const hasWord = (text: string, words: readonly string[]): boolean => {
  const folded = foldCase(text);
  return words.some((word) => folded.includes(foldCase(word)));
};

/**
 * Decides whether a text is published at once. Must be called outside transactions, because checks may take a while.
 */
export async function judgeComment(shop: Shop, text: JudgedText, facts: JudgedFacts): Promise<Judgement> {
  const { hold, maxLinks, heldWords, spamWords } = shop.settings(commentSettings);
  const written = [text.author, text.title, text.body].join('\n');
  const found = await askChecks(shop, text);
  const spam = [
    ...(facts.isTrapped ? ['trap'] : []),
    ...(hasWord(written, spamWords) ? ['spam-word'] : []),
    ...found.filter(({ state }) => state === 'spam').map(({ code }) => code),
  ];
  const isUnknown = hold === 'first' && !(facts.isProved && facts.hasApproved);
  const held = [
    ...(hold === 'all' || isUnknown ? ['first'] : []),
    ...((written.match(linkPattern)?.length ?? 0) > maxLinks ? ['links'] : []),
    ...(hasWord(written, heldWords) ? ['word'] : []),
    ...(resemblesShopName(text.author, shop.choices.name) ? ['name'] : []),
    ...(facts.isBurst ? ['burst'] : []),
    ...(facts.isRepeated ? ['repeated'] : []),
    ...found.filter(({ state }) => state === 'held').map(({ code }) => code),
  ];
  const reasons = [...spam, ...held].slice(0, 20);
  return { state: spam.length > 0 ? 'spam' : held.length > 0 ? 'held' : 'approved', reasons };
}

/**
 * Whether the author's name looks like the shop's. Short shop names are skipped, because they are part of too many
 * words.
 */
function resemblesShopName(author: string, name: string): boolean {
  const [own, folded] = [foldText(author), foldText(name)];
  return folded.length < 4 ? own === folded : own.includes(folded);
}

async function askChecks(shop: Shop, text: JudgedText): ReturnType<CommentCheck> {
  const found: Awaited<ReturnType<CommentCheck>>[number][] = [];
  for (const check of shop.implementations(commentChecks)) {
    try {
      found.push(...(await check(shop, text)));
    } catch (error) {
      shop.log.error({ err: error }, 'a check of a comment for spam failed');
      found.push({ code: 'check-failed', state: 'held' });
    }
  }
  return found;
}
