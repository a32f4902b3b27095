import type { DemoVariation } from '../loaders/demo-catalogue.ts';
import {
  createGlazeAttribute,
  createImages,
  createProduct,
  createStock,
  createVariationAttribute,
  giftWrap,
} from './product-builders.ts';

const tilePictures = createImages('shore-tile', {
  'front-tide': 'Square tile in clouded blue, its edges bare clay',
  'three-quarter': 'Nine blue tiles laid in a square, no two clouded alike',
  'front-celadon': 'The square tile in celadon, pale grey-green',
  'front-rust': 'The square tile in rust, brick red with dark edges',
  close: 'Close view of the corner of a tile, where the glaze rolls over the edge',
});

const prices = { six: 5400, twelve: 10200 } as const;

const createTileVariation = (glaze: string, pack: keyof typeof prices, onHand: number): DemoVariation => ({
  sku: `SM-TIL-${glaze.slice(0, 3).toUpperCase()}-${pack === 'six' ? '6' : '12'}`,
  options: { glaze, pack },
  regularPrice: prices[pack],
  stock: createStock(onHand, 5, 'notify'),
  weightGrams: pack === 'six' ? 1800 : 3600,
  image: tilePictures.find(({ file }) => file.endsWith(`/front-${glaze}.jpg`)),
});

export const squareTile = createProduct({
  slug: 'shore-tile',
  sku: 'SM-TIL',
  name: 'Shore tile',
  type: 'variable',
  shortDescription:
    '<p>Wall tiles, 128 mm square and 9 mm thick, glazed by hand. In packs of six or twelve; sixty make a square metre with their joints.</p>',
  description: `<p>Rolled, cut, dried flat between boards and dipped one by one, so a wall of them has weather in it. Sizes vary by a millimetre either way: leave a joint of 3 mm and do not use a machine that thinks otherwise.</p>
<p>For walls and window sills, inside. The back is combed to hold adhesive. If you need more than we have, order them and we fire to the number; that takes six weeks.</p>`,
  categories: ['tiles', 'home'],
  tags: ['slab', 'building'],
  attributes: [
    ...createVariationAttribute('glaze', ['tide', 'celadon', 'rust']),
    ...createVariationAttribute('pack', ['six', 'twelve']),
  ],
  variations: [
    createTileVariation('tide', 'six', 22),
    createTileVariation('tide', 'twelve', 14),
    createTileVariation('celadon', 'six', 18),
    createTileVariation('celadon', 'twelve', 9),
    createTileVariation('rust', 'six', 4),
    createTileVariation('rust', 'twelve', 0),
  ],
  weightGrams: 1800,
  sizeMm: [128, 128, 9],
  images: tilePictures,
  upsells: ['comb-tile'],
  crossSells: ['glaze-samples', 'hob-stand', 'glaze-care'],
});

export const hexTile = createProduct({
  slug: 'comb-tile',
  sku: 'SM-CMB',
  name: 'Comb tile',
  shortDescription:
    '<p>A six-sided tile in samphire, 150 mm from flat to flat and 10 mm thick. Sold one by one: under a teapot, or fifty to a square metre.</p>',
  description: `<p>Most go out singly, as a stand for something hot or a place for keys. A few people have tiled a hearth with them. The green pools in the middle and thins at the six corners, so a floor of them looks like a path after rain.</p>
<p>350 g. For walls, hearths and bare feet; not for a hall with boots.</p>`,
  categories: ['tiles', 'home'],
  tags: ['slab', 'building', 'small'],
  attributes: createGlazeAttribute('samphire'),
  regularPrice: 1200,
  stock: createStock(140, 30),
  weightGrams: 350,
  sizeMm: [173, 150, 10],
  images: createImages('comb-tile', {
    front: 'Six-sided tile in olive-green glaze from above',
    'three-quarter': 'The six-sided tile from the side, its edge bare clay',
    close: 'Close view of a corner of the tile, brown where the glaze thins',
  }),
  addons: [
    {
      name: 'drawing',
      kind: 'file',
      label: 'Your drawing on the tile',
      help: 'A child’s hand, a house, a name: we trace it into the soft clay. Lines come out best. Adds about five weeks.',
      price: 1500,
      fileRule: { types: ['png', 'jpeg', 'webp', 'pdf'], maxBytes: 10_000_000, maxFiles: 2 },
    },
  ],
  upsells: ['shore-tile'],
  crossSells: ['glaze-samples', 'hob-stand', 'glaze-care'],
});

export const samples = createProduct({
  slug: 'glaze-samples',
  sku: 'SM-SMP',
  name: 'Nine glazes',
  shortDescription:
    '<p>A small tile, 56 mm square, of each glaze we make: chalk, oat, straw, celadon, samphire, tide, bare, rust, ink. In a flat box.</p>',
  description: `<p>A screen shows you about half of what tide does. If you are choosing a set, or tiles for a wall, hold these in your own light first. The names are stamped on the backs.</p>
<p>We take the price off your first order over €150: put the number of this order in the note. 450 g.</p>`,
  categories: ['tiles', 'home'],
  tags: ['small', 'present', 'new'],
  attributes: [
    {
      slug: 'glaze',
      terms: ['chalk', 'oat', 'straw', 'celadon', 'samphire', 'tide', 'bare', 'rust', 'ink'],
      variation: false,
      visible: true,
    },
  ],
  regularPrice: 1800,
  stock: createStock(47, 8),
  weightGrams: 450,
  sizeMm: [200, 200, 12],
  soldIndividually: true,
  images: createImages('glaze-samples', {
    front: 'Nine small tiles in three rows, from chalk to ink',
    'three-quarter': 'The nine tiles from lower down, light on their glazes',
    close: 'Close view of three of the tiles: bare, rust and their edges',
  }),
  crossSells: ['shore-tile', 'comb-tile', 'glaze-care', 'wheel-day'],
});

export const trivet = createProduct({
  slug: 'hob-stand',
  sku: 'SM-HOB',
  name: 'Hob stand',
  shortDescription:
    '<p>A round stand for a hot pan, 190 mm across, 17 mm high, on three cork feet. 720 g of ink-black stoneware.</p>',
  description: `<p>Two raised rings carry the pan and the air goes under it. It takes a pot straight from the stove, which most of what we make does not: the clay for this one has grit in it, and no thin places.</p>
<p>The cork is glued with something that the dishwasher dissolves. Wipe it.</p>`,
  categories: ['tiles', 'kitchen', 'home'],
  tags: ['cooking', 'everyday'],
  attributes: createGlazeAttribute('ink'),
  regularPrice: 3900,
  salePrice: 3300,
  stock: createStock(20, 4),
  weightGrams: 720,
  sizeMm: [190, 190, 17],
  images: createImages('hob-stand', {
    front: 'Round black stand with two raised rings, from above',
    'three-quarter': 'The stand almost from the side, bare clay below its edge',
    close: 'Close view of the raised rings, brown along their tops',
    scene: 'A straw pitcher standing on the black stand on an oak table in the sun',
  }),
  addons: [giftWrap],
  upsells: ['shingle-mortar'],
  crossSells: ['spring-pitcher', 'spoon-crock', 'slack-water-teapot', 'salt-jar'],
});
