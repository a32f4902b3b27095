import { writeFile } from 'node:fs/promises';
import type { CliOutput, CommandDefinition } from '#platform/cli/command.ts';
import { findFileProblem } from '#platform/csv/file-problem.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { searchSettings } from '../settings.ts';
import { normalizePhrase, type Synonym, synonymSchema } from './synonym.ts';
import { formatSynonyms, readSynonyms, splitList } from './synonym-file.ts';

const wordsArgument = { name: '<words>', description: 'words with commas between them, such as "off white, ivory"' };

const listCommand: CommandDefinition = {
  name: 'search synonyms list',
  summary: 'list the words that mean the same, or stand for attribute terms',
  requires: 'search.read',
  run: async (shop, _input, output) => {
    const { synonyms } = shop.settings(searchSettings);
    output.table(
      ['words', 'finds', 'terms'],
      synonyms.map(({ words, finds, terms }) => [words.join(', '), finds.join(', '), terms.join(', ')]),
    );
    if (synonyms.length === 0) output.line('No synonyms.');
    await warnOfTerms(shop, synonyms, output);
    output.result({ synonyms });
    return 0;
  },
};

const addCommand: CommandDefinition = {
  name: 'search synonyms add',
  summary: 'add words that mean the same, or what words find',
  requires: 'search.write',
  arguments: [wordsArgument],
  options: [
    { flags: '--finds <words>', description: 'words that these find as well, but not the other way round' },
    { flags: '--terms <terms>', description: 'attribute terms whose products they find, such as glaze:ink,glaze:tide' },
  ],
  run: async (shop, { arguments: [words = ''], options, actor }, output) => {
    const [finds, terms] = [options.finds, options.terms].map((list) => splitList(String(list ?? '')));
    const parsed = synonymSchema.safeParse({ words: splitList(words), finds, terms });
    if (!parsed.success) return reportUsageError(output, parsed.error.issues[0]?.message ?? 'expected words');
    const unknown = await findUnknownTerms(shop, parsed.data.terms);
    if (unknown.length > 0) return reportUsageError(output, `--terms: the shop has no ${unknown.join(', ')}`);
    return save(shop, mergeSynonyms(shop.settings(searchSettings).synonyms, [parsed.data]), actor, output);
  },
};

const removeCommand: CommandDefinition = {
  name: 'search synonyms remove',
  summary: 'remove the synonyms that have all these words',
  requires: 'search.write',
  arguments: [wordsArgument],
  run: async (shop, { arguments: [text = ''], actor }, output) => {
    const { synonyms } = shop.settings(searchSettings);
    const words = splitList(text).map(normalizePhrase);
    const hasAll = (synonym: Synonym) => words.every((word) => synonym.words.map(normalizePhrase).includes(word));
    const kept = synonyms.filter((synonym) => !hasAll(synonym));
    if (words.length > 0 && kept.length < synonyms.length) return save(shop, kept, actor, output);
    output.warn(`No synonym has these words: ${text}. List them with 'shop search synonyms list'.`);
    output.result({ ok: false, code: 'SYNONYM_NOT_FOUND' });
    return 1;
  },
};

const importCommand: CommandDefinition = {
  name: 'search synonyms import',
  summary: 'add the synonyms of a CSV file with the columns words, finds and terms',
  requires: 'search.write',
  arguments: [{ name: '<file>', description: 'CSV file' }],
  options: [{ flags: '--replace', description: 'remove the synonyms that the file does not contain' }],
  run: async (shop, { arguments: [file = ''], options, actor }, output) => {
    const fileProblem = findFileProblem(file);
    if (fileProblem !== null) return reportUsageError(output, fileProblem);
    const { synonyms, problems } = await readSynonyms(file);
    for (const problem of problems) output.warn(problem);
    if (problems.length > 0 || synonyms.length === 0) {
      output.warn('Nothing was changed: correct the file and import it again.');
      output.result({ ok: false, code: 'SYNONYM_FILE_INVALID', problems });
      return 1;
    }
    await warnOfTerms(shop, synonyms, output);
    const others = options.replace === true ? [] : shop.settings(searchSettings).synonyms;
    return save(shop, mergeSynonyms(others, synonyms), actor, output);
  },
};

const exportCommand: CommandDefinition = {
  name: 'search synonyms export',
  summary: 'write the synonyms to a CSV file',
  requires: 'search.read',
  arguments: [{ name: '<file>', description: 'CSV file, which is replaced' }],
  run: async (shop, { arguments: [file = ''] }, output) => {
    const { synonyms } = shop.settings(searchSettings);
    try {
      await writeFile(file, formatSynonyms(synonyms));
    } catch (error) {
      return reportUsageError(output, `${file} can't be written: ${error instanceof Error ? error.message : error}`);
    }
    output.line(`${synonyms.length} synonyms were written to ${file}.`);
    output.result({ ok: true, file, synonyms: synonyms.length });
    return 0;
  },
};

export const synonymCommands: readonly CommandDefinition[] = [
  ...[listCommand, addCommand, removeCommand, importCommand, exportCommand],
];

function mergeSynonyms(synonyms: readonly Synonym[], more: readonly Synonym[]): Synonym[] {
  const toKey = ({ words, finds, terms }: Synonym) =>
    [words.map(normalizePhrase), finds.map(normalizePhrase), terms].map((list) => list.toSorted().join()).join('|');
  const found = new Map<string, Synonym>();
  for (const synonym of [...synonyms, ...more]) found.set(toKey(synonym), found.get(toKey(synonym)) ?? synonym);
  return [...found.values()];
}

async function save(shop: Shop, synonyms: readonly Synonym[], by: Author, output: CliOutput): Promise<number> {
  const key = 'search.synonyms';
  // The version prevents two simultaneous commands from overwriting each other's change.
  const version = shop.settingStore.current.rows.get(key)?.version ?? 0;
  const result = await changeSettings(shop, [{ key, value: synonyms, version }], by);
  if (!result.ok) {
    output.warn(result.message);
    output.result(result);
    return 1;
  }
  output.line(`The shop has ${synonyms.length} ${synonyms.length === 1 ? 'synonym' : 'synonyms'} now.`);
  output.result({ ok: true, synonyms: synonyms.length });
  return 0;
}

const findTerms = sqlQuery<{ term: string }>(
  'search.find-attribute-terms',
  `select given.term from unnest($1::text[]) given (term) where exists (
    select from attributes a join attribute_terms t on t.attribute_id = a.id
    where a.slug = split_part(given.term, ':', 1) and t.slug = split_part(given.term, ':', 2)
  )`,
);

async function findUnknownTerms(shop: Shop, terms: readonly string[]): Promise<string[]> {
  const known = new Set((await findTerms(shop.db, [terms])).map(({ term }) => term));
  return terms.filter((term) => !known.has(term));
}

async function warnOfTerms(shop: Shop, synonyms: readonly Synonym[], output: CliOutput): Promise<void> {
  const unknown = await findUnknownTerms(shop, [...new Set(synonyms.flatMap(({ terms }) => terms))]);
  if (unknown.length > 0) output.warn(`The shop has no attribute term of these names: ${unknown.join(', ')}.`);
}

function reportUsageError(output: CliOutput, message: string): number {
  output.warn(message);
  return 2;
}
