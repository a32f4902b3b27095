export { editedComments, heldComments, reportedComments } from './admin/home-tiles.ts';
export { commentsOfPerson } from './admin/person-panel.tsx';
export * from './contract.ts';
export { commentErrors } from './errors.ts';
export { comments } from './feature.ts';
export {
  type Comment,
  type CommentSort,
  type CommentsPage,
  commentSorts,
  findCommentPosition,
  findCommentsPage,
  findOwnComment,
  findOwnReview,
  type OwnComment,
} from './find-comments.ts';
export { type EntryComments, findEntryComments } from './find-post-comments.ts';
export { moveCommentsToCustomer } from './owner-data.ts';
export { CommentContent, CommentThreads } from './parts/comment-item.tsx';
export { Stars } from './parts/stars.tsx';
export { commentData, opinionData } from './personal-data.ts';
export { openPhotographs, storePhotographs } from './photographs.ts';
export { commentState, readCommentHint } from './private-state.ts';
export { commentSettings } from './settings.ts';
export { type AddedComment, addComments } from './write/add-comments.ts';
export { editComment, isEditable } from './write/change-comment.ts';
export { reportComment, voteOnComment } from './write/vote.ts';
export { judgeNewComment, type NewComment, type Purchase, writeComment } from './write/write-comment.ts';
