import type { DemoVariation } from '../loaders/demo-catalogue.ts';
import {
  createGlazeAttribute,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
} from './product-builders.ts';

const createJarVariation = (
  size: 'small' | 'medium' | 'large',
  regularPrice: number,
  weightGrams: number,
  sizeMm: [number, number, number],
  onHand: number,
): DemoVariation => ({
  sku: `SM-PTY-${size.slice(0, 1).toUpperCase()}`,
  options: { size },
  regularPrice,
  stock: createStock(onHand),
  weightGrams,
  sizeMm,
});

export const pantryJar = createProduct({
  slug: 'pantry-jar',
  sku: 'SM-PTY',
  name: 'Pantry jar',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>A lidded jar in three sizes: small for coffee (0.3 l), medium for rice (0.7 l), large for a kilo of flour (1.9 l).</p>',
  description: `<p>Straight sides, because shelves are straight. The lid has a deep tongue and closes with the small sigh of air that tells you it fits; it is not a seal, and brown sugar still needs its slice of apple.</p>
<p>The mouth is as wide as the jar, so a scoop goes in and a hand comes out. Write on the bare foot with a soft pencil what is inside. It washes off.</p>`,
  categories: ['jars', 'kitchen'],
  tags: ['lidded', 'dishwasher', 'everyday'],
  attributes: [...createVariationAttribute('size', ['small', 'medium', 'large']), ...createGlazeAttribute('chalk')],
  variations: [
    createJarVariation('small', 4600, 430, [80, 80, 119], 14),
    createJarVariation('medium', 6200, 780, [104, 104, 150], 11),
    createJarVariation('large', 9400, 1460, [137, 137, 193], 3),
  ],
  weightGrams: 780,
  sizeMm: [104, 104, 150],
  images: createImages('pantry-jar', {
    front: 'Straight lidded jar in chalk with a round knob',
    'three-quarter': 'The three sizes of the jar side by side, large to small',
    close: 'Close view of the seam between the lid and the jar',
    scene: 'Two pantry jars, a honey pot and a dish of salt on an oak shelf by a window',
  }),
  addons: [giftWrap],
  upsells: ['tea-caddy'],
  crossSells: ['salt-jar', 'honey-pot', 'spoon-crock'],
});

export const caddy = createProduct({
  slug: 'tea-caddy',
  sku: 'SM-CAD',
  name: 'Tea caddy',
  shortDescription:
    '<p>Keeps 125 g of leaf tea dark and dry under a lid of turned oak. 88 mm across, 128 mm high, 460 g.</p>',
  description: `<p>The lids are turned by a boatbuilder two doors down, from offcuts of oak that he says are too good for the stove. A cork ring inside holds them. Oil the wood once a year with whatever you cook with, except olive.</p>
<p>Glazed inside, so it takes on no smell. It gives none back either: smoked tea can be followed by mint.</p>`,
  categories: ['jars', 'kitchen'],
  tags: ['lidded', 'tea', 'present', 'wood'],
  attributes: createGlazeAttribute('samphire'),
  regularPrice: 5800,
  stock: createStock(15),
  weightGrams: 460,
  sizeMm: [90, 90, 128],
  images: createImages('tea-caddy', {
    front: 'Olive-green jar with a flat lid of turned oak',
    'three-quarter': 'The caddy from above, the grain of its oak lid',
    close: 'Close view of the samphire glaze on the wall of the caddy',
  }),
  addons: [giftWrap],
  upsells: ['slack-water-teapot'],
  crossSells: ['low-tide-cup', 'honey-pot', 'pilot-cup'],
});

export const crock = createProduct({
  slug: 'spoon-crock',
  sku: 'SM-CRK',
  name: 'Spoon crock',
  shortDescription:
    '<p>Stands beside the stove and holds what you reach for: 122 mm across, 158 mm high, 1.3 kg, so that it does not follow the whisk.</p>',
  description: `<p>Two grooves below the rim are there for wet fingers. The bottom is 9 mm thick, and a dozen wooden spoons, two ladles and a rolling pin have not tipped it yet.</p>
<p>Glazed inside and over the upper two thirds; the rest is bare and may darken with the years beside a hob. We think it should.</p>`,
  categories: ['cooking', 'kitchen'],
  tags: ['everyday', 'dishwasher', 'baking'],
  attributes: createGlazeAttribute('oat'),
  regularPrice: 6800,
  stock: createStock(12),
  weightGrams: 1300,
  sizeMm: [124, 124, 158],
  images: createImages('spoon-crock', {
    front: 'Straight oat crock with two grooves under its rim, bare clay below',
    'three-quarter': 'The crock from above, empty',
    close: 'Close view of the line between oat glaze and bare clay on the crock',
    scene: 'Two wooden spoons in the crock on an oak table, a small chalk jar beside it',
  }),
  addons: [giftWrap],
  upsells: ['gale-bowl'],
  crossSells: ['shingle-mortar', 'hob-stand', 'salt-jar', 'pantry-jar'],
});

export const honey = createProduct({
  slug: 'honey-pot',
  sku: 'SM-HNY',
  name: 'Honey pot',
  shortDescription:
    '<p>For one pound jar of honey, decanted. 96 mm across, 120 mm high with its lid, 480 g, in the glaze that matches.</p>',
  description: `<p>The belly is wide and the mouth narrower, so a dipper held upright drips into the pot and not on to the cloth. Stand it in warm water when the honey sets; it minds that less than the jar does.</p>
<p>Jam is allowed.</p>`,
  categories: ['jars', 'kitchen'],
  tags: ['lidded', 'dishwasher', 'present'],
  attributes: createGlazeAttribute('straw'),
  regularPrice: 4900,
  stock: createStock(3, 4, 'notify'),
  weightGrams: 480,
  sizeMm: [96, 96, 120],
  images: [
    ...createImages('honey-pot', {
      front: 'Barrel-shaped pot in straw yellow with a knobbed lid',
      'three-quarter': 'The honey pot from above, brown where the lid meets the rim',
      close: 'Close view of the belly of the honey pot',
    }),
    { file: 'pantry-jar/scene.jpg', alt: 'The honey pot on an oak shelf beside two white pantry jars' },
  ],
  addons: [giftWrap],
  upsells: ['pantry-jar'],
  crossSells: ['dairy-dish', 'crumb-plate', 'tea-caddy', 'slack-water-teapot'],
});

export const mortar = createProduct({
  slug: 'shingle-mortar',
  sku: 'SM-MRT',
  name: 'Shingle mortar',
  shortDescription:
    '<p>Mortar and pestle for pepper, garlic and pesto for two. 132 mm across, 1.6 kg with the pestle; the inside is left rough.</p>',
  description: `<p>We mix crushed shingle from the beach into the clay for the inside of this one, fire it as hard as it goes and brush on no more than a stain of ink. It grinds. Outside the glaze is thick and stops above the foot.</p>
<p>Season it once with a spoon of rice, thrown away afterwards. Rinse with water only. A wooden table is a good place for it, a glass one is not.</p>`,
  categories: ['cooking', 'kitchen'],
  tags: ['cooking', 'large'],
  attributes: createGlazeAttribute('ink'),
  regularPrice: 8600,
  stock: createStock(5),
  weightGrams: 1600,
  sizeMm: [132, 132, 82],
  images: createImages('shingle-mortar', {
    front: 'Black mortar, bare at the foot, with a pestle of bare clay leaning in it',
    'three-quarter': 'The mortar and its pestle from above',
    close: 'Close view of the line where the black glaze ends on the mortar',
  }),
  addons: [giftWrap],
  upsells: ['gale-bowl'],
  crossSells: ['pinch-dish', 'spoon-crock', 'salt-jar'],
});
