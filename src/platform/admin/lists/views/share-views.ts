import { definePermission } from '#platform/features/permissions.ts';

export const shareViews = definePermission('admin.share-views', 'Share views of lists with others');
