import { defineErrors } from '#platform/features/error-codes.ts';

export const termErrors = defineErrors('Terms of the catalogue', {
  NAME_TAKEN: {
    means: 'Another one has this name. Case makes no difference.',
    action: 'Choose another, or merge both.',
  },
  GONE: { means: 'It does not exist any more.' },
  TARGET_GONE: { means: 'What it is merged into is missing, or is itself.', action: 'Choose another one.' },
  OTHER_ATTRIBUTE: { means: 'A value is merged into values of the same attribute only.' },
  VARIATIONS_ALIKE: {
    means: 'Variations of a product could not be told apart after the merge.',
    action: 'Change or delete one of each first.',
  },
  ATTRIBUTE_IN_USE: { means: 'Variations of a product differ in the attribute.', action: 'Merge it into another one.' },
  ATTRIBUTES_BOTH: {
    means: 'A product has both attributes, and its variations differ in one of them.',
    action: 'Take one of both away from the product first.',
  },
  PICTURE_GONE: { means: 'The chosen picture was deleted.', action: 'Choose another one.' },
  BELOW_ITSELF: { means: 'A category can’t be below itself.' },
  TARGET_BELOW: { means: 'A category can’t be merged into one that is below it.' },
  CHILD_NAME_TAKEN: { means: 'A subcategory of this name is in both places.', action: 'Rename one first.' },
});
