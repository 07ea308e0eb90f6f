import { withNamespaces } from '../../i18n/languages'
import { draftsUnder } from '../../platform/drafts'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { eraseMutations } from '../../platform/mutation-queue/erase'
import { isAnythingWaiting } from '../../platform/mutation-queue/keys'
import { onSessionEnd } from '../../platform/session'
import { filled } from '../../platform/slot'
import { onFirstUse } from '../../ui/first-use'
import { preloadMarkdown } from '../../ui/preload'
import { formerOutboxPrefix } from '../logs/outbox-key'
import { AddToLogbook } from '../sources/slots'
import { DocumentRule } from './slots'

const lazy: PageRoute['lazy'] = async () => {
  // Most logs are markdown, so its renderer loads before the first of them arrives, without delaying the page.
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ DocumentsPage }, { startDocuments }] = await Promise.all([
    withNamespaces(
      'summaries',
      withNamespaces('documents', withNamespaces('graphs', withNamespaces('logs', import('./page')))),
    ),
    import('./start'),
  ])
  startDocuments()
  return { Component: DocumentsPage }
}

const graph: PageRoute['lazy'] = async () => {
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ GraphPage }, { startDocuments }] = await Promise.all([
    withNamespaces('documents', withNamespaces('graphs', import('../graphs/page'))),
    import('./start'),
  ])
  startDocuments()
  return { Component: GraphPage }
}

export const documents: Feature = {
  routes: [
    { path: '/docs', lazy },
    { path: '/docs/:doc_id', lazy },
    { path: '/docs/:doc_id/:graph_id', lazy: graph },
  ],
  slots: [
    filled(AddToLogbook, async () => (await import('../logs/add-dialog')).AddDialog),
    filled(DocumentRule, async () => (await import('./who-field')).WhoField),
  ],
  // Everything waits for the first page. Unsent logs are sent without waiting for a sign of use, unlike the palette
  // commands.
  start() {
    onSessionEnd(eraseMutations)
    afterFirstPage(() =>
      import('./keep-last-read').then(({ followLastRead }) => followLastRead()).catch(() => undefined),
    )
    // Unread marks are shown wherever the person is.
    afterFirstPage(() => import('./unread').then(({ followUnread }) => followUnread()).catch(() => undefined))
    const begin = () => void import('./start').then(({ startDocuments }) => startDocuments()).catch(() => undefined)
    if (isAnythingWaiting() || draftsUnder(formerOutboxPrefix).length > 0) setTimeout(begin, 1000)
    onFirstUse(begin)
  },
}
