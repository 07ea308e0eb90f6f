import { readDraft } from '../../platform/drafts'
import { eraseDatabase } from '../../platform/erase-database'
import type { Feature } from '../../platform/feature'
import { logError } from '../../platform/log'
import { isAnythingWaiting } from '../../platform/mutation-queue/keys'
import { onSessionEnd } from '../../platform/session'
import { filled } from '../../platform/slot'
import { FileNames, LogFiles, TextPicture, UploadList } from './slots'
import { formerDatabase, formerUploadsKey } from './stored-uploads'

export const attachments: Feature = {
  texts: {
    pdf: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  firstTexts: {
    attachments: {
      en: () => import('./first-texts/en'),
      de: () => import('./first-texts/de'),
      es: () => import('./first-texts/es'),
      hi: () => import('./first-texts/hi'),
    },
  },
  slots: [
    filled(LogFiles, async () => (await import('./log-files')).LogFiles),
    filled(FileNames, async () => (await import('./file-names')).FileNames),
    filled(TextPicture, async () => (await import('./text-picture')).TextPicture),
    filled(UploadList, async () => (await import('./upload-list')).UploadList),
  ],
  start() {
    onSessionEnd(() => eraseDatabase(formerDatabase))
    if (!isAnythingWaiting() && readDraft(formerUploadsKey) === undefined) return
    // Waits until the first page is shown, then resumes uploads that an earlier page left unfinished.
    setTimeout(() => {
      import('./store')
        .then(({ restoreUploads }) => restoreUploads())
        .catch((cause: unknown) => logError('Kept files could not be resumed.', cause))
    }, 1000)
  },
}
