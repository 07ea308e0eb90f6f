import { readDraft } from '../../platform/drafts'
import type { Feature } from '../../platform/feature'
import { logError } from '../../platform/log'
import { onSessionEnd } from '../../platform/session'
import { forgetKeptFiles, keptMark } from './kept-files'
import { registerAttachmentSlots } from './slots'

export const attachments: Feature = {
  start() {
    registerAttachmentSlots()
    onSessionEnd(forgetKeptFiles)
    if (readDraft(keptMark) === undefined) return
    // Waits until the first page is shown, then resumes uploads that an earlier page left unfinished.
    setTimeout(() => {
      import('./store')
        .then(({ restoreUploads }) => restoreUploads())
        .catch((cause: unknown) => logError('Files that were kept could not be taken up again.', cause))
    }, 1000)
  },
}
