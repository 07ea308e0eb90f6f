import { withNamespaces } from '../../i18n/languages'
import { draftsUnder } from '../../platform/drafts'
import type { Feature } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { eraseMutations } from '../../platform/mutation-queue/erase'
import { isAnythingWaiting } from '../../platform/mutation-queue/keys'
import { onSessionEnd } from '../../platform/session'
import { filled, withSlots } from '../../platform/slot'
import { onFirstUse } from '../../ui/first-use'
import { FilesOfPage, LogbookPane, OpenTimeline } from '../documents/slots'
import { AddToLogbook } from '../sources/slots'
import { formerOutboxPrefix } from './outbox-key'
import { shownAtOnce } from './slots'

async function logbookPane() {
  const [parts, { startLogs }] = await Promise.all([
    withSlots(withNamespaces('logs', import('./logbook-pane')), ...shownAtOnce),
    import('./start'),
  ])
  startLogs()
  return parts
}

export const logs: Feature = {
  texts: {
    logs: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(LogbookPane, async () => (await logbookPane()).LogbookContent),
    filled(OpenTimeline, async () => (await logbookPane()).TimelineOpener),
    filled(FilesOfPage, async () => {
      const [{ FilesOfPage }, { startLogs }] = await Promise.all([
        withNamespaces('logs', import('./side/document-files')),
        import('./start'),
      ])
      startLogs()
      return FilesOfPage
    }),
    filled(AddToLogbook, async () => (await import('./add-dialog')).AddDialog),
  ],
  start() {
    onSessionEnd(eraseMutations)
    afterFirstPage(() =>
      import('./keep-last-read').then(({ followLastLogs }) => followLastLogs()).catch(() => undefined),
    )
    // Unsent logs are sent without waiting for a sign of use.
    const begin = () => void import('./start').then(({ startLogs }) => startLogs()).catch(() => undefined)
    if (isAnythingWaiting() || draftsUnder(formerOutboxPrefix).length > 0) setTimeout(begin, 1000)
    onFirstUse(begin)
  },
}
