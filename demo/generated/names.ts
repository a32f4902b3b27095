import type { Material } from './families.ts';
import type { ProductKind } from './kinds.ts';
import type { Random } from './random.ts';
import { allLines, type Language, linesByLanguage, materialPrepositions } from './words.ts';

export interface GeneratedName {
  readonly name: string;
  readonly line: string;
  /** Noun in the name, in its language. */
  readonly noun: string;
  readonly material: Material;
}

const languages: readonly Language[] = ['de', 'fr', 'es', 'da'];
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name that is not in `takenNames`, to which it is added. Every fifth is not English. */
export function generateName(
  random: Random,
  kind: ProductKind,
  colour: string | null,
  takenNames: Set<string>,
): GeneratedName {
  for (let attempt = 0; ; attempt += 1) {
    const naming = random.chance(0.2)
      ? generateForeignName(random, kind)
      : generateEnglishName(random, kind, colour, attempt);
    if (takenNames.has(naming.name.toLowerCase())) continue;
    takenNames.add(naming.name.toLowerCase());
    return naming;
  }
}

function generateEnglishName(
  random: Random,
  { en, family }: ProductKind,
  colour: string | null,
  attempt: number,
): GeneratedName {
  const line = random.pick(allLines);
  const noun = random.pick(en);
  const material = random.pick(family.materials);
  const adjective = random.pick(family.adjectives);
  const names = [
    `${line} ${noun}`,
    `${line} ${adjective} ${noun}`,
    ...(colour === null ? [] : [`${line} ${noun} in ${colour.toLowerCase()}`]),
    ...(family.isMaterialNamed
      ? [
          `${line} ${material.en} ${noun}`,
          `${capitalize(adjective)} ${material.en} ${noun}, ${line}`,
          `${capitalize(material.en)} ${noun} ${line}`,
        ]
      : [`${capitalize(adjective)} ${noun}, ${line}`]),
  ];
  const name = attempt > 20 ? `${line} ${adjective} ${noun} no. ${attempt}` : random.pick(names);
  return { name, line, noun, material };
}

function generateForeignName(random: Random, kind: ProductKind): GeneratedName {
  const language = random.pick(languages);
  const line = random.pick(linesByLanguage[language]);
  const material = random.pick(kind.family.materials);
  const noun = kind[language];
  const suffix =
    kind.family.isMaterialNamed && random.chance(0.5) ? ` ${materialPrepositions[language]} ${material[language]}` : '';
  return { name: `${capitalize(noun)} ${line}${suffix}`, line, noun, material };
}
