import { createContext } from 'react';

/**
 * Whether what is rendered stands inside a form, which can hold no other form. Forms around content of other features
 * set it.
 */
export const InsideForm = createContext(false);
