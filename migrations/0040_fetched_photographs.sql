-- When a job fetched a photograph of an imported review: nobody approves what has come after the page was opened. Null: it
-- came with the review.
alter table comment_photographs add column fetched_at timestamptz;
