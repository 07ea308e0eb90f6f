import { createRoot } from 'react-dom/client'
import { HashRouter } from 'react-router-dom'
import './index.css'
import { replacePlainPath } from './app/boot-path'
import { watchChunks } from './app/chunk-reload'
import { features } from './app/features'
import { fetchFirstPage } from './app/first-page'
import { AppRoutes } from './app/routes'
import { registerTexts, startLanguages, withNamespaces } from './i18n/languages'
import { ownTexts } from './i18n/own-texts'
import { track } from './platform/analytics'
import { startDesktopApp } from './platform/desktop-app'
import { afterFirstPage } from './platform/first-page'
import { startLive } from './platform/live'
import { logError } from './platform/log'
import { followOtherTabs, rehydrate } from './platform/persist'
import { usePreferences } from './platform/preferences'
import { retryImport } from './platform/retry-import'
import { registerServiceWorker } from './platform/service-worker'
import { startShortcuts } from './platform/shortcuts'
import { fillSlots } from './platform/slot'
import { browserEnvironment } from './platform/socket'
import { loadComponentsBy } from './ui/lazy-component'
import { startOverlayHistory } from './ui/overlay-history'
import { applyTheme } from './ui/theme'

async function start(): Promise<void> {
  watchChunks()
  // Before the first page is fetched, which loads what it shows in them.
  fillSlots(features)
  loadComponentsBy(retryImport)
  startOverlayHistory()
  replacePlainPath()
  // Also handles addresses that are typed later, because this listens before the router does.
  window.addEventListener('popstate', replacePlainPath)
  await rehydrate()
  followOtherTabs()
  applyTheme(usePreferences.getState().theme)
  usePreferences.subscribe(({ theme }) => applyTheme(theme))
  registerTexts([ownTexts, ...features])
  let listen = () => {}
  const isListening = new Promise<void>(resolve => {
    listen = resolve
  })
  const connect = () => startLive(browserEnvironment, begin => void isListening.then(begin))
  await Promise.all([startLanguages(), fetchFirstPage(), startDesktopApp().then(connect)])
  track('App Opened', { viewport_height: window.innerHeight })
  startShortcuts()
  registerServiceWorker()
  for (const feature of features) feature.start?.()
  listen()
  afterFirstPage(() =>
    retryImport(() => import('./platform/analytics-sending')).then(
      ({ startSendingEvents }) => startSendingEvents(),
      (cause: unknown) => logError('Analytics could not be loaded.', cause),
    ),
  )
  afterFirstPage(() => import('./app/follow-copies').then(({ followCopies }) => followCopies()).catch(() => undefined))
  // Until then API errors are shown with the server's own messages.
  afterFirstPage(() =>
    withNamespaces('apiErrors', Promise.resolve()).catch((cause: unknown) =>
      logError('The texts of API errors could not be loaded.', cause),
    ),
  )

  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')
  createRoot(root).render(
    <HashRouter>
      <AppRoutes />
    </HashRouter>,
  )
}

start().catch(cause => logError('The app did not start.', cause))
