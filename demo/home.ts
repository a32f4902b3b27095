import type { InitialEntry } from '#features/content/index.ts';
import { pages } from './pages.ts';

const { hero, editorial } = pages.home;

/** The home page of the demo shop. */
export const home: InitialEntry = {
  kind: 'home',
  slug: 'home',
  title: 'Home page',
  pictures: [hero.image.file, editorial.image.file],
  blocks: (findPicture) => [
    {
      ...{ id: 'hero', type: 'hero' },
      values: {
        ...{ title: hero.line, lead: hero.text, pictures: findPicture(hero.image.file) },
        ...{ linkText: hero.action.label, linkHref: hero.action.href },
      },
    },
    {
      ...{ id: 'featured', type: 'products' },
      values: { title: 'Featured', source: 'featured', count: 5, hasLead: true },
    },
    { id: 'categories', type: 'categories', values: { title: 'Shop by category' } },
    {
      ...{ id: 'creek', type: 'banner' },
      values: {
        title: editorial.title,
        html: editorial.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join(''),
        pictures: findPicture(editorial.image.file),
      },
    },
    {
      ...{ id: 'newest', type: 'products' },
      values: {
        ...{ title: 'New from the kiln', source: 'newest', count: 4 },
        ...{ linkText: 'View all', linkHref: '/shop' },
      },
    },
  ],
};
