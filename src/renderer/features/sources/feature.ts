import { withNamespaces } from '../../i18n/languages'
import { desktop } from '../../platform/desktop'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { logError } from '../../platform/log'
import { handOverSession } from './hand-over'
import { registerSourceSlots } from './slots'

const lazy: PageRoute['lazy'] = async () => ({
  Component: (await withNamespaces('sources', import('./page'))).SourcesPage,
})
const mine: PageRoute['lazy'] = async () => ({
  Component: (await withNamespaces('sources', import('./record-page'))).RecordPage,
})

export const sources: Feature = {
  routes: [
    { path: '/feed', lazy },
    { path: '/feed/mine', lazy: mine },
  ],
  start() {
    registerSourceSlots()
    const bridge = desktop()
    // Runs before the first page is usable, because the main process connects as the signed-in person.
    if (bridge) handOverSession(bridge)
    // Starts right after the first page, because people must know when they are being watched.
    afterFirstPage(() =>
      withNamespaces('sources', import('./start'))
        .then(({ startSources }) => startSources())
        .catch((cause: unknown) => logError('The feed could not be started.', cause)),
    )
  },
}
