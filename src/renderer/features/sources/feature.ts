import { withNamespaces } from '../../i18n/languages'
import { desktop } from '../../platform/desktop'
import type { Feature, PageRoute } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { logError } from '../../platform/log'
import { filled } from '../../platform/slot'
import { CameraSettings } from '../administration/slots'
import { SpaceSources } from '../home/slots'
import { SharedSources } from '../organisations/slots'
import { handOverSession } from './hand-over'
import { ChosenPictures, LivePicture, LogPictures, PickPictures } from './slots'

const live = async () => (await withNamespaces('sources', import('./screens'))).screens
const lazy: PageRoute['lazy'] = async () => ({ Component: (await live()).SourcesPage })
const mine: PageRoute['lazy'] = async () => ({
  Component: (await withNamespaces('sources', import('./record-page'))).RecordPage,
})
const timeline: PageRoute['lazy'] = async () => ({
  Component: (await withNamespaces('sources', import('./timeline/timeline-page'))).TimelinePage,
})

export const sources: Feature = {
  texts: {
    sources: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  routes: [
    { path: '/feed', lazy },
    { path: '/feed/mine', lazy: mine },
    { path: '/feed/timeline/:source', lazy: timeline },
  ],
  slots: [
    filled(LogPictures, async () => (await withNamespaces('sources', import('./log-pictures'))).LogPictures),
    filled(SpaceSources, async () => (await live()).SpaceSources),
    filled(LivePicture, async () => (await live()).LiveTile),
    filled(SharedSources, async () => (await withNamespaces('sources', import('./shared-sources'))).SharedSourceList),
    filled(CameraSettings, async () => (await withNamespaces('sources', import('./network-settings'))).NetworkSettings),
    filled(PickPictures, async () => {
      const loaded = withNamespaces('sources', import('./picker/pick-pictures'))
      // Loaded together, so that a log with chosen pictures can be shown at once, even offline.
      const [{ PickPictures }] = await Promise.all([loaded, import('./log-pictures')])
      return PickPictures
    }),
    filled(
      ChosenPictures,
      async () => (await withNamespaces('sources', import('./picker/chosen-pictures'))).ChosenPictures,
    ),
  ],
  start() {
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
