import { z } from 'zod';

export const cssClass = z
  .string()
  .max(300)
  .regex(/^[\w -]*$/);

/** Placements after the first of a page add their own prefix. */
export const domId = z
  .string()
  .max(100)
  .regex(/^[A-Za-z][\w:.-]*$/);

/** Takes https, mailto, tel, a path of the shop or a part of the page. */
export const safeAddress = z
  .string()
  .max(2000)
  .regex(/^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))[^\s\\]*$/i);
