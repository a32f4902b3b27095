export const contactPath = '/contact';

export const contactPagePath = (slug: string) => `${contactPath}/${slug}`;

/** Below it are the pages of single forms, which are never cached. */
export const formPagesPath = '/contact-forms';

export const formPagePath = (formId: number | ':id') => `${formPagesPath}/${formId}`;
