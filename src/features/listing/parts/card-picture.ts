import { limitSizes, type PictureData } from '#ui/picture.tsx';

/** Widths in pixels that a card needs: the smallest on any screen, and the largest at 2x density. */
const cardLimits = { minWidth: 320, maxWidth: 960, fallbackWidth: 640 };

/** Removes sizes and formats that no card needs, because a listing has dozens of pictures. */
export const toCardPicture = (picture: PictureData): PictureData => limitSizes(picture, cardLimits);
