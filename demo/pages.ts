import type { DemoImage } from './loaders/demo-catalogue.ts';

/** Texts and images of the demo shop's pages. */
interface DemoPages {
  shop: { name: string; tagline: string; email: string; address: readonly string[]; phone: string };
  notice: string;
  home: {
    hero: { line: string; text: string; image: DemoImage; action: { label: string; href: string } };
    editorial: { title: string; paragraphs: readonly string[]; image: DemoImage };
  };
  product: { delivery: { title: string; html: string }; care: { title: string; html: string } };
}

export const pages: DemoPages = {
  shop: {
    name: 'Saltmarsh',
    tagline: 'Stoneware from an estuary',
    email: 'studio@example.com',
    phone: '+44 1632 960 118',
    address: ['Saltmarsh Studio', 'The Old Sail Loft', 'Quay Lane', 'Wick St Anne, XX1\u00a04ZZ'],
  },
  notice: 'Parcels leave the studio on Tuesdays and Fridays. Shipping is free from €120.',
  home: {
    hero: {
      line: 'Stoneware for the *second* cup',
      text: 'Saltmarsh is three people, two wheels and one kiln beside a tidal creek. We make mugs, bowls and jars that are meant to be used until they are worn, and we post them in boxes that survive the trip.',
      image: {
        file: 'tideline-mug/scene.jpg',
        alt: 'A celadon mug of coffee and an oat mug on an oak table in low sun, a pear beside them',
      },
      action: { label: 'Shop tableware', href: '/category/tableware' },
    },
    editorial: {
      title: 'Twice a day the workshop floor is *four metres* above the sea',
      paragraphs: [
        'The creek comes up to the wall of the sail loft and goes away again, and leaves behind the grey silt that gives our clay its specks. We dig about two buckets a month, at low water, from one place below the slipway. Washed and sieved, it goes into a quiet buff stoneware that we buy from people who know more about clay than we do.',
        'Iron in the silt melts through the glaze as brown freckles. How many, and where, is decided by the kiln, over eleven hours and 1,260 degrees. What comes out is strong, tight and a little different each time. We keep the ones that hold water and sit level, and that is all the sorting we do.',
      ],
      image: {
        file: 'reed-bottle/scene.jpg',
        alt: 'Tall oat bottle with dried reeds on an oak table, window light on the wall behind it',
      },
    },
  },
  product: {
    delivery: {
      title: 'Shipping and returns',
      html: `<p>We pack on Mondays and Thursdays and the carrier collects the day after. Within the country allow two working days, elsewhere in Europe four to six. Shipping is calculated at checkout and free from €120.</p>
<p>Everything travels in paper and card. If a piece arrives broken, send a photograph within a week and we replace it, or refund it when there is no other. If you simply do not like it, you have 30 days: return it unused and we refund the piece.</p>`,
    },
    care: {
      title: 'Care',
      html: `<p>Dishwasher and microwave are fine for every glaze we make. The bare foot is unglazed on purpose; if it marks a polished table, two minutes with wet fine sandpaper cures it.</p>
<p>Stoneware dislikes sudden change. Warm a cold plate before it goes into the oven, and keep all of it off the flame. Tea stains lift with bicarbonate and a damp cloth.</p>`,
    },
  },
};
