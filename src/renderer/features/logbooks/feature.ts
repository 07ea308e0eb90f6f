import { withNamespaces } from '../../i18n/languages'
import { draftsUnder } from '../../platform/drafts'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { onFirstUse } from '../../ui/first-use'
import { preloadMarkdown } from '../../ui/preload'
import { outboxPrefix } from './outbox-key'
import { registerLogbookSlots } from './slots'

const lazy: PageRoute['lazy'] = async () => {
  // Most logs are markdown: it comes before the first of them is there, and the page does not wait for it.
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ LogbooksPage }, { startLogbooks }] = await Promise.all([
    withNamespaces(
      'summaries',
      withNamespaces('documents', withNamespaces('graphs', withNamespaces('logs', import('./page')))),
    ),
    import('./start'),
  ])
  startLogbooks()
  return { Component: LogbooksPage }
}

const graph: PageRoute['lazy'] = async () => {
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ GraphPage }, { startLogbooks }] = await Promise.all([
    withNamespaces('documents', withNamespaces('graphs', import('./graphs/page'))),
    import('./start'),
  ])
  startLogbooks()
  return { Component: GraphPage }
}

export const logbooks: Feature = {
  routes: [
    { path: '/docs', lazy },
    { path: '/docs/:doc_id', lazy },
    { path: '/docs/:doc_id/:graph_id', lazy: graph },
  ],
  // Not in the way of the first page. Only logs that wait to be sent do not wait for somebody to be here, as the palette does.
  start() {
    registerLogbookSlots()
    afterFirstPage(() =>
      import('./keep-last-read').then(({ followLastRead }) => followLastRead()).catch(() => undefined),
    )
    // What others wrote is marked wherever the person is.
    afterFirstPage(() => import('./unread').then(({ followUnread }) => followUnread()).catch(() => undefined))
    const begin = () => void import('./start').then(({ startLogbooks }) => startLogbooks()).catch(() => undefined)
    if (draftsUnder(outboxPrefix).length > 0) setTimeout(begin, 1000)
    onFirstUse(begin)
  },
}
