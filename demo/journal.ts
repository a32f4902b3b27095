import type { DemoJournal } from './loaders/demo-catalogue.ts';

const text = (id: string, html: string) => ({ id, type: 'text', values: { html } });
const picture = (id: string, file: string, caption: string) => ({
  ...{ id, type: 'image', values: { pictures: [file], alt: '', caption } },
});

/** What the demo shop writes about its work. Dates are counted from the day on which it is loaded. */
export const journal: DemoJournal = {
  terms: [
    {
      ...{ kind: 'category', slug: 'from-the-studio', name: 'From the studio' },
      description: 'What happens between the creek and the shelf.',
    },
    {
      ...{ kind: 'category', slug: 'living-with-stoneware', name: 'Living with stoneware' },
      description: 'How to choose it, use it and keep it.',
    },
    { kind: 'tag', slug: 'clay', name: 'Clay', description: '' },
    { kind: 'tag', slug: 'glaze', name: 'Glaze', description: '' },
    { kind: 'tag', slug: 'care', name: 'Care', description: '' },
    { kind: 'tag', slug: 'workshops', name: 'Workshops', description: '' },
  ],
  authors: [
    {
      ...{ slug: 'ines-hallam', name: 'Ines Hallam' },
      bio: 'Ines throws most of what leaves the studio, and digs the rest. She came to Wick St Anne for a summer, eleven years ago.',
    },
  ],
  posts: [
    {
      ...{
        slug: 'a-day-at-the-wheel',
        title: 'What you learn in a day at the wheel',
        daysAgo: 6,
        author: 'ines-hallam',
      },
      lead: 'Six people, three wheels and a lot of slip. What to wear, what you will make, and why the first bowl is never the one you keep.',
      picture: 'wheel-day/front.jpg',
      ...{ categories: ['from-the-studio'], tags: ['workshops', 'clay'] },
      blocks: [
        text(
          'a',
          `<p>Nobody centres clay at the first try. It looks like nothing: you put both hands on a lump that is turning, and it goes still. Then you try it yourself, and the lump walks off the wheel. That is the first hour, and it is the same for everybody.</p>
<p>By the second hour something changes. You stop pushing. You let your elbows rest on your knees, and the clay finds the middle because you no longer move. From there a bowl takes ten minutes.</p>
<h2>What to bring</h2>
<ul><li>Clothes that may get wet, and shoes that don’t mind.</li><li>Short nails. Long ones leave lines in everything.</li><li>A towel for the way home.</li></ul>`,
        ),
        picture('b', 'wheel-day/close.jpg', 'The third bowl of the day. The first two went back into the bucket.'),
        text(
          'c',
          `<h2>What you take with you</h2>
<p>You choose two pieces at the end of the day. We dry them, fire them twice and glaze them in the colour that you pick from the shelf. Four weeks later they are ready to collect, or we post them.</p>
<p>Most people choose the last two that they made. We have kept one first bowl, though: it leans like a boat at low tide, and it holds our pencils.</p>
<p><a href="/product/wheel-day">See the dates of our wheel days</a></p>`,
        ),
      ],
    },
    {
      ...{
        slug: 'why-our-glazes-differ',
        title: 'Why no two of our glazes are the same',
        daysAgo: 20,
        author: 'ines-hallam',
      },
      lead: 'The same bucket, the same kiln, the same night, and still one mug comes out rust at the rim and the next one grey. Here is what the fire does.',
      picture: 'glaze-samples/front.jpg',
      ...{ categories: ['from-the-studio'], tags: ['glaze', 'clay'] },
      blocks: [
        text(
          'a',
          `<p>A glaze is glass that has been taught to stay where it is. Ours is mostly wood ash, feldspar and a clay that we sieve from the creek. At 1,280&nbsp;°C it melts, and for about twenty minutes it moves. What it does in that time is different in each corner of the kiln.</p>
<h2>Iron, and where it goes</h2>
<p>The clay of the estuary has iron in it. Where the glaze is thin, at a rim or on the edge of a foot, the iron comes through and turns to rust. Where it pools, it goes green, or blue, or nearly black. So each shape draws its own lines, and we only choose where they begin.</p>`,
        ),
        picture('b', 'glaze-samples/close.jpg', 'One glaze, thin and thick, on the clay that we use for mugs.'),
        text(
          'c',
          `<h2>Choosing without holding it</h2>
<p>Photographs flatten glazes, and screens disagree about blue. If you want to match a piece that you have, write to us with a photograph in daylight, and we will look for its neighbour from the same firing.</p>
<p>Or order the <a href="/product/glaze-samples">glaze samples</a>: four small tiles that you can put beside your own plates.</p>`,
        ),
      ],
    },
    {
      ...{
        slug: 'how-to-keep-stoneware',
        title: 'How to keep stoneware for thirty years',
        daysAgo: 41,
        author: 'ines-hallam',
      },
      lead: 'Dishwashers are fine, cold floors are not. Five habits that matter more than any of the rules on the box.',
      picture: 'tideline-mug/scene.jpg',
      ...{ categories: ['living-with-stoneware'], tags: ['care', 'glaze'] },
      blocks: [
        text(
          'a',
          `<p>People ask whether our pieces are too good to use. They are not. Stoneware is fired until it is nearly stone, and what breaks it is hardly ever use: it is a sudden change, or an edge that meets another edge.</p>
<ol><li><strong>Warm it slowly.</strong> From the fridge to a hot oven is a shock. Put it in while the oven heats.</li>
<li><strong>Stack plates, hang nothing on handles.</strong> A cloth between bowls keeps their feet from scratching.</li>
<li><strong>Use the dishwasher.</strong> Leave room between pieces, so that they don’t knock.</li>
<li><strong>Rub metal marks away.</strong> Grey lines of cutlery are metal on the glaze, not scratches in it. A little baking soda takes them off.</li>
<li><strong>Keep chips smooth.</strong> A chip at the foot does no harm. Take the edge off with fine sandpaper, wet.</li></ol>`,
        ),
        text(
          'b',
          `<h2>And when it breaks</h2>
<p>Keep the pieces. We mend what we have made for the price of the postage, with a line of lacquer that stays visible. Some of our customers like those cups best.</p>
<p>All of this and some more is in our <a href="/product/glaze-care">booklet on care</a>, which you can download.</p>`,
        ),
      ],
    },
  ],
  comments: [
    {
      ...{ post: 'a-day-at-the-wheel', author: 'Tamsin', daysAgo: 4 },
      body: 'I was there in spring, and I can confirm what it says about the first bowl. Is the pencil pot mine?',
      reply: 'We will never tell. Come back in autumn, there is a free wheel by the window.',
    },
    {
      ...{ post: 'how-to-keep-stoneware', author: 'Oskar', daysAgo: 30 },
      body: 'Baking soda worked on plates that I had given up on. Thank you.',
    },
  ],
};
