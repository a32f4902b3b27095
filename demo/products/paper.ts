import type { DemoProduct, DemoVariation } from '../loaders/demo-catalogue.ts';
import { createImages, createProduct, createStock, createVariationAttribute } from './product-builders.ts';

export const book: DemoProduct = createProduct({
  slug: 'clay-from-the-creek',
  sku: 'SM-BOK-CFC',
  name: 'Clay from the Creek',
  type: 'external',
  shortDescription:
    '<p>How to find, wash and fire the clay under your own feet. 176 pages, sewn, in grey-green cloth. Sold by its publisher.</p>',
  description: `<p>The book we lend to everyone who asks where the clay comes from. It explains how to tell a clay from a silt with a pinch and a jam jar, how to test it without ruining anyone's kiln, and when to give up and buy a bag.</p>
<p>We had a hand in chapter four and have no share in the price. The button takes you to the publisher's shop.</p>`,
  categories: ['books', 'home'],
  tags: ['reading', 'clay'],
  regularPrice: 3200,
  taxClass: 'reduced',
  weightGrams: 640,
  sizeMm: [236, 172, 22],
  images: createImages('clay-from-the-creek', {
    front: 'Book in grey-green cloth with a paper label: a horizon, a red sun, lines of water',
    'three-quarter': 'The book turned, showing its spine and the edge of its leaves',
    close: 'Close view of cloth, board and leaves at a corner of the book',
    scene: 'The book on an oak table in the sun, a mug of coffee behind it',
  }),
  externalUrl: 'https://example.com/clay-from-the-creek',
  buttonText: 'Buy from the publisher',
});

export const booklet: DemoProduct = createProduct({
  slug: 'glaze-care',
  sku: 'SM-DOC-CARE',
  name: 'Glaze care, a booklet',
  shortDescription:
    '<p>Eight short pages on washing, staining, crazing and mending, to read on a screen or print on two sheets. One file, yours to keep.</p>',
  description: `<p>What a dishwasher does to each of our glazes over ten years, how to lift tea stains without scratching, why a fine crackle is not a crack, and what to do when a handle comes off.</p>
<p>It is the sheet that we put in every parcel, written out at length. A download; nothing is posted.</p>`,
  categories: ['books', 'home'],
  tags: ['reading', 'care'],
  regularPrice: 300,
  taxClass: 'reduced',
  virtual: true,
  downloadable: true,
  soldIndividually: true,
  images: createImages('glaze-care', {
    front: 'Cover of the booklet: five brushed bands of glaze, chalk to ink, on cream paper',
    'three-quarter': 'The booklet from the side, its leaves lifting a little',
    close: 'Close view of the bands of glaze near the corner of the cover',
  }),
  downloads: [{ name: 'Glaze care (PDF)', file: 'glaze-care.pdf', limit: 5, expiryDays: 365 }],
  purchaseNote: 'The link in your order works five times within a year. Write to us if you need it again.',
});

export const tideTables: DemoProduct = createProduct({
  slug: 'tide-tables',
  sku: 'SM-BOK-TID',
  name: 'Tide tables for the creek',
  type: 'external',
  shortDescription:
    '<p>High and low water for every day of the year, 48 pages, stapled. Printed and sold by the harbour office, who also set the clock.</p>',
  description: `<p>We dig at low water, so this hangs by the door of the workshop with a pencil on a string. It is the only reading matter here that has never been wrong by more than ten minutes.</p>
<p>Of use within about forty miles. Elsewhere it is a nice shade of blue. The button leads to the harbour office.</p>`,
  categories: ['books', 'home'],
  tags: ['reading', 'small'],
  regularPrice: 450,
  taxClass: 'reduced',
  weightGrams: 90,
  sizeMm: [210, 148, 4],
  images: createImages('tide-tables', {
    front: 'Stapled booklet with a blue cover: a moon and twelve lines of water',
    'three-quarter': 'The blue booklet from the side, its leaves lifting a little',
    close: 'Close view of the corner of the blue cover, its lines of water and the moon',
  }),
  externalUrl: 'https://example.com/tide-tables',
  buttonText: 'To the harbour office',
});

/** @param places left on that Saturday */
function createWheelDay(day: string, weeks: number, places: number): DemoVariation {
  return {
    sku: `SM-DAY-WHL-${weeks}`,
    options: { day },
    regularPrice: 14500,
    stock: createStock(places, 2),
    event: { weeks, from: '10:00', to: '16:00', timeZone: 'Europe/Dublin', place: 'The sail loft, Saltmarsh' },
  };
}

export const wheelDay: DemoProduct = createProduct({
  slug: 'wheel-day',
  sku: 'SM-DAY-WHL',
  name: 'A day at the wheel',
  shortDescription:
    '<p>Six hours in the sail loft, two of you and one of us. You make about nine pots and keep the three best, glazed and fired.</p>',
  description: `<p>From ten to four on a Saturday, with soup. No experience is needed and none is assumed; most people can centre a lump by noon and wish they had not worn those shoes. Clay, aprons and firing are included.</p>
<p>Choose your Saturday below. If it turns out not to suit, write to us a week before and we find you another. The loft has a steep stair. If that is a difficulty, say so, and we set up a wheel on the ground floor.</p>`,
  categories: ['days', 'home'],
  tags: ['clay', 'present', 'new'],
  type: 'variable',
  attributes: createVariationAttribute('day', ['first-day', 'second-day', 'third-day']),
  variations: [
    createWheelDay('first-day', 3, 2),
    createWheelDay('second-day', 7, 4),
    createWheelDay('third-day', 11, 6),
  ],
  virtual: true,
  images: createImages('wheel-day', {
    front: 'Half-made pot of wet grey clay on a wheel head, rings of fingers in its wall',
    'three-quarter': 'The wet pot from above, its thick wall and deep floor',
    close: 'Close view of the wet wall, ringed by fingers',
  }),
  addons: [
    {
      name: 'for_whom',
      kind: 'textarea',
      label: 'Name for the card',
      help: 'If it is a present. We email a card to print.',
      maxLength: 120,
    },
    {
      name: 'soup',
      kind: 'select',
      label: 'Soup',
      options: [
        { value: 'leek', label: 'Leek and potato', price: 0 },
        { value: 'fish', label: 'Fish', price: 0 },
        { value: 'none', label: 'I bring my own', price: 0 },
      ],
    },
  ],
  purchaseNote: 'Wear shoes that may meet clay. The door is open from half past nine.',
  crossSells: ['clay-from-the-creek', 'tide-tables', 'glaze-samples'],
});
