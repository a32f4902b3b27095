import type { DemoProduct } from '../types.ts';
import { pictures, piece } from './shape.ts';

export const book: DemoProduct = piece({
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
  images: pictures('clay-from-the-creek', {
    front: 'Book in grey-green cloth with a paper label: a horizon, a red sun, lines of water',
    'three-quarter': 'The book turned, showing its spine and the edge of its leaves',
    close: 'Close view of cloth, board and leaves at a corner of the book',
    scene: 'The book on an oak table in the sun, a mug of coffee behind it',
  }),
  externalUrl: 'https://example.com/clay-from-the-creek',
  buttonText: 'Buy from the publisher',
});

export const booklet: DemoProduct = piece({
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
  images: pictures('glaze-care', {
    front: 'Cover of the booklet: five brushed bands of glaze, chalk to ink, on cream paper',
    'three-quarter': 'The booklet from the side, its leaves lifting a little',
  }),
  downloads: [{ name: 'Glaze care (PDF)', file: 'glaze-care.pdf', limit: 5, expiryDays: 365 }],
  purchaseNote: 'The link in your order works five times within a year. Write to us if you need it again.',
});
