export const contactPath = '/contact';

export const contactPagePath = (slug: string) => `${contactPath}/${slug}`;

/** Pages below this path are never cached. */
export const formPagesPath = '/contact-forms';

export const formPagePath = (formId: number | ':id') => `${formPagesPath}/${formId}`;
