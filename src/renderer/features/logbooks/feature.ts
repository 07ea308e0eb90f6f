import { draftsUnder } from '../../platform/drafts'
import type { Feature, PageRoute } from '../../platform/feature'
import { onFirstUse } from '../../ui/first-use'
import { preloadMarkdown } from '../../ui/preload'
import { outboxPrefix } from './outbox-key'

const lazy: PageRoute['lazy'] = async () => {
  // Most logs are markdown: it comes beside the page, and the page does not wait for it.
  preloadMarkdown().catch(() => undefined)
  const [{ LogbooksPage }, { startLogbooks }] = await Promise.all([import('./page'), import('./start')])
  startLogbooks()
  return { Component: LogbooksPage }
}

export const logbooks: Feature = {
  routes: [
    { path: '/docs', lazy },
    { path: '/docs/:doc_id', lazy },
  ],
  // Not in the way of the first page. Only logs that wait to be sent do not wait for somebody to be here, as the palette does.
  start() {
    const begin = () => void import('./start').then(({ startLogbooks }) => startLogbooks()).catch(() => undefined)
    if (draftsUnder(outboxPrefix).length > 0) setTimeout(begin, 1000)
    onFirstUse(begin)
  },
}
