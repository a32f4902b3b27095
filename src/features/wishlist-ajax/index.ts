export { wishlistAjax } from './feature.ts';
export {
  type AskEstimate,
  type EstimateReply,
  estimateRequests,
  type RenderWishlistPage,
  type WishlistPageRequest,
  wishlistPageRenderers,
} from './ports.ts';
