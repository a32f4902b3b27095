import { defineErrors } from '#platform/features/error-codes.ts';

export const contentErrors = defineErrors('Pages of the shop', {
  CONTENT_UNKNOWN: {
    means: 'The page, or the revision of it, does not exist any more.',
    action: 'Load the list again.',
  },
  CONTENT_UNCHANGED: { means: 'The page is in this state already.', action: 'Nothing: it was left as it is.' },
  CONTENT_TIME_PAST: { means: 'The time to publish a page is not to come.', action: 'Choose a later time.' },
  CONTENT_SLUG_TAKEN: { means: 'Another page has the address.', action: 'Choose another address.' },
  TREE_INVALID: { status: 422, means: 'The blocks are no list of blocks with a type, an id and values.' },
  TREE_TOO_LARGE: { status: 422, means: 'The blocks have more text than a page may have.', action: 'Divide the page.' },
  TOO_MANY_BLOCKS: { status: 422, means: 'A page has at most 150 blocks.', action: 'Divide the page.' },
  TOO_MANY_LEVELS: { status: 422, means: 'Blocks stand in each other in at most six levels.' },
  BLOCK_ID_TWICE: { status: 422, means: 'Two blocks have the same id.' },
  BLOCK_MISPLACED: { status: 422, means: 'A block can’t stand where it is, such as a group outside of columns.' },
  BLOCK_INVALID: { status: 422, means: 'Fields of a block are wrong. The message names the block.' },
});
