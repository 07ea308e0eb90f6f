import type { Feature, PageRoute } from '../../platform/feature'
import { logError } from '../../platform/log'
import { fillSourceParts } from './fill'

const lazy: PageRoute['lazy'] = async () => ({ Component: (await import('./page')).SourcesPage })
const mine: PageRoute['lazy'] = async () => ({ Component: (await import('./record-page')).RecordPage })

export const sources: Feature = {
  routes: [
    { path: '/feed', lazy },
    { path: '/feed/mine', lazy: mine },
  ],
  // Behind the first page, but not later: whoever is being looked at must know it.
  start() {
    fillSourceParts()
    void import('./start')
      .then(({ startSources }) => startSources())
      .catch((cause: unknown) => logError('The feed could not be started.', cause))
  },
}
