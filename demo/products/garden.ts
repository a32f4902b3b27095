import type { DemoVariation } from '../loaders/demo-catalogue.ts';
import {
  createGlazeAttribute,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
} from './product-builders.ts';

const createPotVariation = (
  size: 'small' | 'medium' | 'large',
  regularPrice: number,
  weightGrams: number,
  sizeMm: [number, number, number],
  onHand: number,
): DemoVariation => ({
  sku: `SM-BRK-${size.slice(0, 1).toUpperCase()}`,
  options: { size },
  regularPrice,
  stock: createStock(onHand, 2),
  weightGrams,
  sizeMm,
});

export const roundPot = createProduct({
  slug: 'breakwater-planter',
  sku: 'SM-BRK',
  name: 'Breakwater planter',
  type: 'variable',
  featured: true,
  shortDescription:
    '<p>A round pot on its own saucer in three sizes, for root balls of 10, 15 and 22 cm. Oat above, bare clay below, a hole in the middle.</p>',
  description: `<p>The wall is 7 mm and flares, so a plant that has filled it comes out in one piece when you turn it over. The lower third is bare and lets the earth breathe a little; on a wooden floor put a cork mat under the saucer.</p>
<p>Frost-proof to about -8 °C if the hole is free. The large one weighs 5.4 kg before it has earth in it, and travels in a box of its own.</p>`,
  categories: ['planters', 'home'],
  tags: ['plants', 'large', 'new'],
  attributes: [...createVariationAttribute('size', ['small', 'medium', 'large']), ...createGlazeAttribute('oat')],
  variations: [
    createPotVariation('small', 4800, 1150, [140, 140, 125], 13),
    createPotVariation('medium', 7800, 2400, [190, 190, 167], 8),
    createPotVariation('large', 13200, 5400, [270, 270, 234], 2),
  ],
  weightGrams: 2400,
  sizeMm: [190, 190, 167],
  images: createImages('breakwater-planter', {
    front: 'Round oat pot on its saucer, bare clay on its lower third',
    'three-quarter': 'The empty pot from above, rust along its rim',
    close: 'Close view of the line where oat glaze ends above the saucer',
    scene: 'The pot with tall upright leaves on an oak shelf, a small bare pot with a herb beside it',
  }),
  addons: [giftWrap],
  upsells: ['sill-trough'],
  crossSells: ['sluice-planter', 'seed-pot', 'spring-pitcher'],
});

export const seedPot = createProduct({
  slug: 'seed-pot',
  sku: 'SM-SED',
  name: 'Seed pot',
  shortDescription:
    '<p>A plain pot of bare clay, 98 mm across and 90 mm high, 240 g, with a rolled rim and a hole. For what you sow in March.</p>',
  description: `<p>The glaze stays inside the rim, where salts would mark the clay. Everywhere else it breathes, and tells you by its colour whether it wants water: pale is dry.</p>
<p>From six pieces on they stack in each other in a paper sleeve. The basil is yours to grow.</p>`,
  categories: ['planters', 'home'],
  tags: ['plants', 'small', 'everyday'],
  attributes: createGlazeAttribute('bare'),
  regularPrice: 1600,
  stock: createStock(84, 12),
  weightGrams: 240,
  sizeMm: [98, 98, 90],
  images: createImages('seed-pot', {
    front: 'Small bare clay pot with a rolled rim and a young herb',
    'three-quarter': 'The small pot from above, dark earth and five stems',
    close: 'Close view of the bare clay wall, grooved by the wheel',
  }),
  addons: [giftWrap],
  upsells: ['breakwater-planter'],
  crossSells: ['sill-trough', 'spring-pitcher'],
});

export const trough = createProduct({
  slug: 'sill-trough',
  sku: 'SM-SIL',
  name: 'Sill trough',
  shortDescription:
    '<p>A long planter for a window sill, 380 by 130 mm and 128 mm high. Four herbs, or one very organised lettuce. 3.2 kg.</p>',
  description: `<p>Built from slabs over a wooden former, with corners that are pressed and not cut. There are three holes in the bottom and a groove beneath them, so the water finds its way out on the side that you choose to be the back.</p>
<p>Measure the sill. We have had four of these returned by people who did not, all of them very nice about it.</p>`,
  categories: ['planters', 'home'],
  tags: ['plants', 'slab', 'large'],
  attributes: createGlazeAttribute('chalk'),
  regularPrice: 9600,
  stock: createStock(3),
  weightGrams: 3200,
  sizeMm: [380, 130, 128],
  images: createImages('sill-trough', {
    front: 'Long chalk trough with soft corners, bare clay along its foot',
    'three-quarter': 'The empty trough from above and to one side',
    close: 'Close view of the corner of the trough and its wide bare foot',
    scene: 'The trough planted with four herbs on an oak table in the sun',
  }),
  upsells: ['breakwater-planter'],
  crossSells: ['seed-pot', 'sluice-planter', 'spring-pitcher'],
});
