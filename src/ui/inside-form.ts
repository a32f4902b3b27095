import { createContext } from 'react';

/**
 * Whether the content is rendered inside a form, which can't contain another form. Forms around content of other
 * features set it.
 */
export const InsideForm = createContext(false);
