import { defineTexts } from '#platform/texts/texts.ts';

export const redirectTexts = defineTexts('catalog-transfer.redirects', {
  redirect: 'Redirect',
  redirects: 'Redirects',
  redirectCount: '{count, plural, one {# redirect} other {# redirects}}',
  noRedirects: 'Old addresses of products and categories redirect by themselves. Add others here, or import a file.',
  searched: 'old or new address',
  newest: 'Newest first',
  oldest: 'Oldest first',
  create: 'New redirect',
  address: 'Addresses',
  addressHelp: 'An existing page always takes precedence over a redirect.',
  source: 'Old address',
  sourceHint: 'A path of this shop, such as /old-page',
  target: 'New address',
  targetHint: 'A path of this shop, such as /new-page, or an address of a host that the settings allow',
  added: 'Added',
  remove: 'Delete',
  gone: 'This redirect was deleted.',
  changedSince: 'There is another redirect now.',
  SOURCE_INVALID: 'Enter a path of this shop without a query, such as /old-page.',
  SOURCE_RESERVED: 'The shop itself answers this address.',
  TARGET_INVALID: 'Enter a path of this shop or a whole address.',
  TARGET_NOT_ALLOWED:
    'Redirects may not lead to this host. The setting “catalog-transfer” has the hosts to which they may.',
  REDIRECT_LOOP: 'This leads back to the old address, or over more than 10 redirects.',
  SOURCE_TAKEN: 'This address has a redirect already.',
});
