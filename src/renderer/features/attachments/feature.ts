import { readDraft } from '../../platform/drafts'
import type { Feature } from '../../platform/feature'
import { logError } from '../../platform/log'
import { onSessionEnd } from '../../platform/session'
import { fillAttachmentParts } from './fill'
import { forgetKeptFiles, keptMark } from './kept-files'

export const attachments: Feature = {
  start() {
    fillAttachmentParts()
    onSessionEnd(forgetKeptFiles)
    if (readDraft(keptMark) === undefined) return
    // Behind the first page: files that an earlier one left go on.
    setTimeout(() => {
      import('./store')
        .then(({ restoreUploads }) => restoreUploads())
        .catch((cause: unknown) => logError('Files that were kept could not be taken up again.', cause))
    }, 1000)
  },
}
