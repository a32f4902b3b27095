export interface BookletPage {
  title: string;
  paragraphs: string[];
}

/** Text of the glaze care booklet, page by page. */
export const bookletPages: BookletPage[] = [
  {
    title: 'Glaze care',
    paragraphs: [
      'What our pots like, what they put up with, and what to do when something goes wrong.',
      'Saltmarsh, stoneware from an estuary',
    ],
  },
  {
    title: 'Washing',
    paragraphs: [
      'Every glaze we make may go in a dishwasher. Over ten years chalk and oat turn a little softer to the touch; celadon and ink keep their gloss; tide loses a trace of its blue at the rim.',
      'What harms a pot in a dishwasher is another pot. Leave a finger of air between them, and stand plates so that foot and face do not touch.',
      'By hand, hot water and any soap. Scouring powder is never needed and dulls ink for good.',
    ],
  },
  {
    title: 'Heat and cold',
    paragraphs: [
      'A microwave is fine. An oven is fine to 180 °C if the piece goes in cold and warms with it. A flame, a hob and a grill are not.',
      'Stoneware minds speed more than heat. Do not pour boiling water into a bowl from the refrigerator, nor stand a hot plate on wet stone.',
    ],
  },
  {
    title: 'Stains',
    paragraphs: [
      'Tea and turmeric settle on matt glazes. A spoon of bicarbonate on a damp cloth, rubbed for a minute, lifts both.',
      'Grey lines on chalk are metal: a knife that was softer than the glaze. They come off with the same paste and a little patience.',
      'A bare foot that has drunk wine may be soaked overnight in a bowl of water with a spoon of oxygen bleach.',
    ],
  },
  {
    title: 'Crackle',
    paragraphs: [
      'Celadon may show a net of very fine lines after some months. That is crazing: the glaze shrank a little more than the clay. The clay below is tight, so nothing seeps through.',
      'A crack is another thing. Tap the rim with a knuckle: a sound pot rings, a cracked one clacks. If it clacks, keep pencils in it.',
    ],
  },
  {
    title: 'Feet and tables',
    paragraphs: [
      'We grind every foot, but wood differs. If a piece marks your table, turn it over, wet a sheet of fine sandpaper and go round twice.',
      'Felt dots hold badly on bare clay that gets wet. A thin wipe of beeswax, warmed in with a thumb, lasts about a year.',
    ],
  },
  {
    title: 'Chips and breaks',
    paragraphs: [
      'A chip on the rim can be smoothed with wet sandpaper, first coarse, then fine. The body is the same colour all the way through.',
      'A handle that came off can be glued with clear two-part epoxy and will then hold a pot of pencils, not a pot of tea. For food, send us a photograph first; some breaks can be mended with lacquer.',
    ],
  },
  {
    title: 'If you are not sure',
    paragraphs: [
      'Write to studio@example.com with a photograph in daylight. One of the three of us answers, usually after the kettle has boiled.',
    ],
  },
];
