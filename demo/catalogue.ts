import { journal } from './journal.ts';
import type { DemoAttribute, DemoCatalogue, DemoCategory } from './loaders/demo-catalogue.ts';
import { cup, milkJug, shortCup, tallMug, teapot, wideMug } from './products/cups.ts';
import { breadPlate, mixing, noodleBowl, pastaBowl, pinch, sidePlate } from './products/dishes.ts';
import { roundPot, seedPot, trough } from './products/garden.ts';
import { caddy, crock, honey, mortar, pantryJar } from './products/kitchen.ts';
import { candlestick, chamberstick, globeLamp, lightBowl, pendant, tableLamp } from './products/light.ts';
import { book, booklet, tideTables, wheelDay } from './products/paper.ts';
import { board, boat, butter, platter } from './products/serving.ts';
import { budVases, eveningSet, supperSet, teaSet } from './products/sets.ts';
import { bowl, breakfast, mug, plate, tray } from './products/tableware.ts';
import { hexTile, samples, squareTile, trivet } from './products/tiles.ts';
import { budVase, flowerBowl, globe, pitcher, shoulder, tallVase } from './products/vases.ts';
import { bottle, jug, moonJar, planter, saltJar } from './products/vessels.ts';
import { reviews } from './reviews.ts';
import { waiting } from './waiting.ts';

function category(
  slug: string,
  name: string,
  parent: string | null,
  description: string,
  image?: [file: string, alt: string],
): DemoCategory {
  return { slug, name, parent, description, image: image ? { file: image[0], alt: image[1] } : null };
}

const categories: DemoCategory[] = [
  category(
    'tableware',
    'Tableware',
    null,
    'Things to eat and drink from, made to be used every day and washed by machine. The glazes are mixed to sit beside each other, so a table can grow one piece at a time.',
    ['breakfast-set/scene.jpg', 'Plate, bowl and mug in chalk on a linen runner in the sun'],
  ),
  category(
    'mugs',
    'Mugs',
    'tableware',
    'Thrown thin at the lip and heavy in the foot, with handles pulled for a whole hand.',
  ),
  category('bowls', 'Bowls', 'tableware', 'Open forms on a turned foot, in sizes that nest.'),
  category('plates', 'Plates', 'tableware', 'Flat where it matters, with a rim low enough to rest a knife on.'),
  category('serving', 'Serving', 'tableware', 'Trays and dishes for the middle of the table.'),
  category('teapots', 'Teapots', 'tableware', 'For leaves, not bags, though nobody looks.'),
  category('sets', 'Sets', 'tableware', 'Pieces that were thrown to go together, sold one by one.'),
  category(
    'vessels',
    'Vessels',
    null,
    'Jugs, bottles and jars: taller pieces that leave the kiln a few at a time. When a firing is sold, the next is about six weeks away.',
    ['reed-bottle/scene.jpg', 'Tall oat bottle with dried reeds, window light on the wall'],
  ),
  category('jugs', 'Jugs', 'vessels', 'Each one tested at the sink.'),
  category('vases', 'Vases', 'vessels', 'For one branch, a few reeds, or nothing.'),
  category(
    'kitchen',
    'Kitchen',
    null,
    'Jars and keepers for what stands beside the stove. Bare feet, tight lids, nothing that minds a splash.',
    ['salt-jar/scene.jpg', 'Open jar of coarse salt on an oak table'],
  ),
  category('jars', 'Jars', 'kitchen', 'Lidded, with a ledge that keeps the lid where it belongs.'),
  category('cooking', 'Cooking', 'kitchen', 'Heavy things for the work before the meal.'),
  category('home', 'House and garden', null, 'Planters for sills and steps, and a little to read.', [
    'sluice-planter/scene.jpg',
    'Celadon planter with an upright plant on an oak shelf',
  ]),
  category('planters', 'Planters', 'home', 'Thick-walled, with a hole in the bottom and a saucer under it.'),
  category(
    'lamps',
    'Lamps',
    'home',
    'Wired by an electrician in town. The bulbs are your choice, within what the label says.',
  ),
  category('candles', 'Candlelight', 'home', 'Sticks, saucers and bowls for ordinary candles, 22 mm thick.'),
  category('tiles', 'Tiles', 'home', 'Cut from slabs and dipped by hand, for walls, hearths and hot pans.'),
  category('books', 'Books and papers', 'home', 'What we read, and what we wrote down.'),
  category('days', 'At the studio', 'home', 'Saturdays in the sail loft, with clay and soup.'),
];

const attributes: DemoAttribute[] = [
  {
    slug: 'glaze',
    name: 'Glaze',
    display: 'swatch',
    terms: [
      { slug: 'chalk', name: 'Chalk', swatch: '#e4ded1', description: 'Dry white, a few specks, buff at the edges.' },
      { slug: 'oat', name: 'Oat', swatch: '#d3c1a0', description: 'Speckled cream that breaks to rust.' },
      { slug: 'straw', name: 'Straw', swatch: '#cdae72', description: 'Warm yellow, honey where it is thick.' },
      { slug: 'celadon', name: 'Celadon', swatch: '#a3b39c', description: 'Clear grey-green, darker where it pools.' },
      {
        slug: 'samphire',
        name: 'Samphire',
        swatch: '#7c8059',
        description: 'Olive ash glaze, paler where it thins.',
      },
      { slug: 'tide', name: 'Tide', swatch: '#6f808a', description: 'Clouded slate blue, brown at the rim.' },
      {
        slug: 'bare',
        name: 'Bare',
        swatch: '#b48a68',
        description: 'Our clay as the kiln leaves it, glazed inside only.',
      },
      { slug: 'rust', name: 'Rust', swatch: '#84472f', description: 'Iron red, nearly black on every edge.' },
      { slug: 'ink', name: 'Ink', swatch: '#26211f', description: 'Glossy black over iron.' },
    ],
  },
  {
    slug: 'size',
    name: 'Size',
    display: 'label',
    terms: [
      { slug: 'small', name: 'Small' },
      { slug: 'medium', name: 'Medium' },
      { slug: 'large', name: 'Large' },
    ],
  },
  {
    slug: 'pack',
    name: 'Pack',
    display: 'label',
    terms: [
      { slug: 'six', name: 'Six' },
      { slug: 'twelve', name: 'Twelve' },
    ],
  },
  {
    slug: 'day',
    name: 'Day',
    display: 'label',
    isNamedByDate: true,
    terms: [
      { slug: 'first-day', name: 'First Saturday' },
      { slug: 'second-day', name: 'Second Saturday' },
      { slug: 'third-day', name: 'Third Saturday' },
    ],
  },
];

/** The demo shop Saltmarsh. Listings show products in this order by default. */
export const catalogue: DemoCatalogue = {
  currency: 'EUR',
  reviews,
  journal,
  waiting,
  categories,
  attributes,
  products: [
    ...[mug, bowl, jug, plate, bottle, moonJar, tray, saltJar, planter, breakfast],
    ...[cup, milkJug, globeLamp, wideMug, sidePlate, globe, chamberstick, caddy, noodleBowl, teaSet],
    ...[book, booklet, tallVase, boat, seedPot, trivet, tallMug, pitcher, samples, squareTile],
    ...[shortCup, pinch, mixing, breadPlate, platter, board, butter, shoulder, flowerBowl, budVases],
    ...[crock, honey, mortar, pendant, candlestick, lightBowl, eveningSet, trough, hexTile, supperSet],
    ...[tideTables, wheelDay, pantryJar, budVase, roundPot, pastaBowl, teapot, tableLamp],
  ],
};
