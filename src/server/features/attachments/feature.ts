import { feature } from '../../platform/feature'
import { attachments } from './migrations/0008-attachments'
import { storage } from './migrations/0023-storage'
import { taskFiles } from './migrations/0040-task-files'
import { filesOfChats } from './migrations/0051-files-of-chats'
import { attachmentCleanups } from './retention'
import { attachmentRoutes } from './routes'

export const attachmentsFeature = feature({
  name: 'attachments',
  routes: attachmentRoutes,
  migrations: [attachments, storage, taskFiles, filesOfChats],
  cleanups: attachmentCleanups,
})
