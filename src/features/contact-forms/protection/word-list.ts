import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sign } from '#platform/sessions/signing.ts';
import type { MessageField } from '../message-types.ts';
import type { SpamReason } from '../ports.ts';

export type Lesson = 'spam' | 'good';

export interface WordCount {
  readonly word: string;
  readonly spam: number;
  readonly good: number;
}

/** Words of one message, and of the whole list. */
const maxWords = 200;
const maxKept = 20_000;
/** Messages of each kind before the list is used. */
const minLessons = 5;
/** Number of words that decide: those that tell most. */
const maxJudged = 15;
/** Key of the row that counts messages. */
const everyMessage = '';

/** The different words of a message, as keyed hashes. A new secret of the shop forgets them. */
function listWords({ config }: Pick<Shop, 'config'>, fields: readonly MessageField[]): string[] {
  const text = fields
    .flatMap(({ values }) => values)
    .join('\n')
    .normalize('NFKC')
    .toLowerCase();
  const words = new Set(text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]{2,39}/gu) ?? []);
  return [...words].slice(0, maxWords).map((word) => sign(config.secrets, 'contact-word', word).slice(0, 22));
}

const changeCounts = sqlQuery(
  'contact-forms.count-words',
  `insert into contact_words as kept (word, spam, good)
  select word, greatest($2::int, 0), greatest($3::int, 0) from unnest($1::text[]) word order by word
  on conflict (word) do update set spam = greatest(kept.spam + $2, 0), good = greatest(kept.good + $3, 0)`,
);

/** Takes back what the message taught before. */
export async function teachWordList(
  shop: Pick<Shop, 'config' | 'pages'>,
  tx: Db,
  fields: readonly MessageField[],
  { lesson, before }: { readonly lesson: Lesson; readonly before: Lesson | null },
): Promise<void> {
  const words = listWords(shop, fields);
  if (lesson === before || words.length === 0) return;
  const count = (kind: Lesson) => Number(lesson === kind) - Number(before === kind);
  await changeCounts(tx, [[everyMessage, ...words], count('spam'), count('good')]);
  await shop.pages.invalidate(tx, [lessonsTag]);
}

const selectCounts = sqlQuery<WordCount>(
  'contact-forms.find-words',
  'select word, spam, good from contact_words where word = any($1)',
);

const lessonsTag = 'contact-form-lessons';

/** Whether the list has learned enough to judge. Kept in this process: it changes when staff teach, not with a message. */
const canJudgeWords = ({ db, pages }: Pick<Shop, 'db' | 'pages'>): Promise<boolean> =>
  pages.remember('contact-forms:lessons', [lessonsTag], async () => {
    const [total] = await selectCounts(db, [[everyMessage]]);
    return total !== undefined && total.spam >= minLessons && total.good >= minLessons;
  });

export async function countWords(
  shop: Pick<Shop, 'config' | 'db' | 'pages'>,
  fields: readonly MessageField[],
): Promise<readonly WordCount[]> {
  return (await canJudgeWords(shop)) ? selectCounts(shop.db, [[everyMessage, ...listWords(shop, fields)]]) : [];
}

/**
 * How likely a message is spam: the odds of its 15 most telling words, multiplied. A word's odds are
 * how often spam has it against how often good messages have it, each with half a message added.
 * Null before enough messages were marked.
 */
function estimateSpam(found: readonly WordCount[]): number | null {
  const total = found.find(({ word }) => word === everyMessage);
  if (!total || total.spam < minLessons || total.good < minLessons) return null;
  const logOdds = found
    .filter(({ word }) => word !== everyMessage)
    .map(({ spam, good }) => Math.log((spam + 0.5) / (total.spam + 1)) - Math.log((good + 0.5) / (total.good + 1)))
    .toSorted((a, b) => Math.abs(b) - Math.abs(a))
    .slice(0, maxJudged);
  const sum = logOdds.reduce((before, each) => before + each, 0);
  return 1 / (1 + Math.exp(-sum));
}

/** A hint from 90 %, enough by itself from 99 %. */
export function findLearnedReasons(found: readonly WordCount[]): readonly SpamReason[] {
  const spam = estimateSpam(found);
  if (spam === null || spam < 0.9) return [];
  return [{ code: 'learned', weight: spam < 0.99 ? 1 : 2 }];
}

const deleteRare = sqlQuery(
  'contact-forms.purge-words',
  `delete from contact_words where word <> '' and (spam + good = 0
    or word in (select word from contact_words where word <> '' order by spam + good desc, word offset $1))`,
);

export async function purgeWords(db: Db): Promise<void> {
  await deleteRare(db, [maxKept]);
}
