export { wishlistMails, wishlistNews } from './feature.ts';
