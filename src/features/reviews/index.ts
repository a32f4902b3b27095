export { reviewParameters, reviewsPageRoute } from './contract.ts';
export { reviews } from './feature.ts';
export { renderReviews, type ShownReview } from './parts/reviews-section.tsx';
export { reviewConsentField } from './requests/consent-field.tsx';
export { requestMails } from './requests/stop-requests.tsx';
export { findReviews, type ReviewsView, readReviewsView } from './view.ts';
