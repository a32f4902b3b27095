import type { Material } from './families.ts';
import type { Kind } from './kinds.ts';
import type { Random } from './random.ts';
import { allLines, linesIn, madeOf, type Tongue } from './words.ts';

export interface Naming {
  readonly name: string;
  readonly line: string;
  /** The kind's word that the name has, in its language. */
  readonly thing: string;
  readonly material: Material;
}

const tongues: readonly Tongue[] = ['de', 'fr', 'es', 'da'];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name that no product has yet: most are English, every fifth is in another language. Adds it to `taken`. */
export function newName(random: Random, kind: Kind, colour: string | null, taken: Set<string>): Naming {
  for (let attempt = 0; ; attempt += 1) {
    const naming = random.chance(0.2) ? foreign(random, kind) : english(random, kind, colour, attempt);
    if (taken.has(naming.name.toLowerCase())) continue;
    taken.add(naming.name.toLowerCase());
    return naming;
  }
}

function english(random: Random, { en, family }: Kind, colour: string | null, attempt: number): Naming {
  const line = random.pick(allLines);
  const thing = random.pick(en);
  const material = random.pick(family.materials);
  const manner = random.pick(family.manners);
  const names = [
    `${line} ${thing}`,
    `${line} ${manner} ${thing}`,
    ...(colour === null ? [] : [`${line} ${thing} in ${colour.toLowerCase()}`]),
    ...(family.named
      ? [
          `${line} ${material.en} ${thing}`,
          `${capital(manner)} ${material.en} ${thing}, ${line}`,
          `${capital(material.en)} ${thing} ${line}`,
        ]
      : [`${capital(manner)} ${thing}, ${line}`]),
  ];
  const name = attempt > 20 ? `${line} ${manner} ${thing} no. ${attempt}` : random.pick(names);
  return { name, line, thing, material };
}

function foreign(random: Random, kind: Kind): Naming {
  const tongue = random.pick(tongues);
  const line = random.pick(linesIn[tongue]);
  const material = random.pick(kind.family.materials);
  const thing = kind[tongue];
  const made = kind.family.named && random.chance(0.5) ? ` ${madeOf[tongue]} ${material[tongue]}` : '';
  return { name: `${capital(thing)} ${line}${made}`, line, thing, material };
}
