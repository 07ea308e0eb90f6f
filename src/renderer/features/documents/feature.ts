import { withNamespaces } from '../../i18n/languages'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { isAnythingWaiting } from '../../platform/mutation-queue/keys'
import { filled, withSlots } from '../../platform/slot'
import { onFirstUse } from '../../ui/first-use'
import { preloadMarkdown } from '../../ui/preload'
import { SpaceLogbooks } from '../home/slots'
import { CatchUpPane, Changes, DocumentRule, NoAccess, shownAtOnce } from './slots'

const lazy: PageRoute['lazy'] = async () => {
  // Most logs are markdown, so its renderer loads before the first of them arrives, without delaying the page.
  afterFirstPage(() => preloadMarkdown().catch(() => undefined))
  const [{ DocumentsPage }, { startDocuments }] = await Promise.all([
    withSlots(withNamespaces('documents', import('./page')), ...shownAtOnce),
    import('./start'),
  ])
  startDocuments()
  return { Component: DocumentsPage }
}

export const documents: Feature = {
  firstTexts: {
    logbooks: {
      en: () => import('./first-texts/en'),
      de: () => import('./first-texts/de'),
      es: () => import('./first-texts/es'),
      hi: () => import('./first-texts/hi'),
    },
  },
  texts: {
    documents: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
    catchUp: {
      en: () => import('./catch-up/texts/en'),
      de: () => import('./catch-up/texts/de'),
      es: () => import('./catch-up/texts/es'),
      hi: () => import('./catch-up/texts/hi'),
    },
    pages: {
      en: () => import('./pages/texts/en'),
      de: () => import('./pages/texts/de'),
      es: () => import('./pages/texts/es'),
      hi: () => import('./pages/texts/hi'),
    },
  },
  routes: [
    { path: '/docs', lazy },
    { path: '/docs/:doc_id', lazy },
  ],
  slots: [
    filled(DocumentRule, async () => (await import('./who-field')).WhoField),
    filled(CatchUpPane, async () => (await withNamespaces('catchUp', import('./catch-up/catch-up-pane'))).CatchUp),
    filled(NoAccess, async () => (await import('./no-access')).NoAccess),
    filled(SpaceLogbooks, async () => (await withNamespaces('documents', import('./space-logbooks'))).SpaceLogbooks),
    filled(Changes, async () => (await withNamespaces('documents', import('./history/changes'))).Changes),
  ],
  // Everything waits for the first page.
  start() {
    afterFirstPage(() =>
      import('./keep-last-read').then(({ followLastRead }) => followLastRead()).catch(() => undefined),
    )
    // Unread marks are shown wherever the person is.
    afterFirstPage(() => import('./unread').then(({ followUnread }) => followUnread()).catch(() => undefined))
    // Unsaved texts are sent without waiting for a sign of use.
    const begin = () => void import('./start').then(({ startDocuments }) => startDocuments()).catch(() => undefined)
    if (isAnythingWaiting()) setTimeout(begin, 1000)
    onFirstUse(begin)
  },
}
