import { desktop } from '../../platform/desktop'
import { useNavMarks } from '../../platform/nav-marks'
import { browserEnvironment, type SocketEnvironment } from '../../platform/socket'
import { startFeed } from './connection'
import { followLogPictures } from './log-pictures-store'
import { sendUnsent, subscribeToSharing } from './sharing-subscription'
import { useSources } from './store'
// Imported here, so that Stop needs no further download, even offline.
import './capture-strip'

/** Sets the dot of the Source entry: green when connected, orange while connecting, none otherwise [2.16]. */
function markFeed(): void {
  const { feedStatus } = useSources.getState()
  const dot = { CONNECTED: 'connected', RECONNECTING: 'connecting', DISCONNECTED: null } as const
  const now = dot[feedStatus]
  useNavMarks.getState().mark('feed', now && { dot: now })
}

/** Connects the feed and updates the strip and the navigation dot. Returns the function that stops it. */
export function startSources(environment: SocketEnvironment = browserEnvironment): () => void {
  const bridge = desktop()
  const stops = [
    useSources.subscribe((now, before) => {
      if (now.feedStatus !== before.feedStatus) markFeed()
    }),
    subscribeToSharing(environment.clock, bridge),
    followLogPictures(),
    startFeed(environment, bridge, sendUnsent),
  ]
  markFeed()
  return () => {
    for (const stop of stops) stop()
    useNavMarks.getState().mark('feed', null)
  }
}
