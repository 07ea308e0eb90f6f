import type { AutoLaunch } from './auto-launch/auto-launch'
import type { Capture } from './capture/capture'
import type { Grabber } from './capture/grabber'
import type { OtherComputers } from './feed/other-computers'
import type { FeedStatus } from './feed/socket'
import type { Watched } from './feed/watched'
import { BridgeFailure, type Handlers } from './ipc/handle'
import type { GoogleSignIn } from './session/google'
import type { ServerCheck } from './session/server'
import type { Session } from './session/session'
import type { SettingsStore } from './settings/settings'

export interface Desktop {
  readonly version: string
  readonly server: () => string | null
  readonly checkServer: (typed: string) => Promise<ServerCheck>
  readonly session: Session
  readonly settings: SettingsStore
  readonly capture: Capture
  readonly grabber: Grabber
  readonly watched: Watched
  readonly otherComputers: OtherComputers
  readonly google: GoogleSignIn
  readonly autoLaunch: AutoLaunch
  readonly now: () => number
  readonly feedStatus: () => FeedStatus
  readonly screenPermission: () => 'granted' | 'denied' | 'unknown'
  readonly openScreenSettings: () => Promise<void>
  readonly setBadge: (count: number) => void
  readonly notify: (notice: { title: string; body: string; path: string }) => void
}

/** The implementation of each method of the bridge. */
export function handlersOf(desktop: Desktop): Handlers {
  const { session, settings, capture, autoLaunch } = desktop
  const whoIn = (organization_id: number) => {
    if (!session.current) throw new BridgeFailure('session.required', 'Nobody is signed in.')
    return { user_id: session.current.user_id, organization_id }
  }
  const isHere = (organization_id: number) => session.current?.organization_id === organization_id
  const after = (change: () => void) => () => {
    change()
    return capture.status
  }

  return {
    appInfo: () => ({ version: desktop.version, platform: process.platform, server: desktop.server() }),
    async setServer(typed) {
      const check = await desktop.checkServer(typed)
      if (check.ok && check.address !== desktop.server()) {
        // Tokens and codes belong to one server and must never be sent to another.
        desktop.google.cancel()
        session.set(null)
        settings.set('server', check.address)
      }
      return check
    },
    setSession: next => session.set(next),
    async freshTokens(how) {
      try {
        return await session.fresh(how)
      } catch {
        throw new BridgeFailure('network.failed', 'The server could not be reached.')
      }
    },
    captureStatus: () => capture.status,
    async captureSources() {
      try {
        return await desktop.grabber.list()
      } catch {
        throw new BridgeFailure('capture.permission_error', 'Failed to get screen sources due to permission error')
      }
    },
    startCapture({ source_id }) {
      capture.start('person', source_id)
      return capture.begun()
    },
    pauseCapture: after(() => capture.tell({ type: 'pause' })),
    resumeCapture: after(() => capture.tell({ type: 'resume' })),
    stopCapture: after(() => capture.tell({ type: 'stop' })),
    readConsent: ({ organization_id }) => settings.consent(whoIn(organization_id)),
    giveConsent({ organization_id, start_with_computer }) {
      const agreed_at = new Date(desktop.now()).toISOString()
      const consent = settings.setConsent(whoIn(organization_id), { agreed_at, start_with_computer })
      if (isHere(organization_id)) capture.tell({ type: 'consent_given' })
      return consent
    },
    withdrawConsent({ organization_id }) {
      const consent = settings.setConsent(whoIn(organization_id), null)
      if (isHere(organization_id)) capture.tell({ type: 'consent_withdrawn' })
      return consent
    },
    screenPermission: () => desktop.screenPermission(),
    openScreenSettings: () => desktop.openScreenSettings(),
    autoLaunch: () => autoLaunch.state(),
    setAutoLaunch: ({ enabled }) => autoLaunch.set(enabled),
    autoStart: () => ({ enabled: settings.get('autoStart') }),
    setAutoStart({ enabled }) {
      settings.set('autoStart', enabled)
      return { enabled: settings.get('autoStart') }
    },
    feedStatus: () => desktop.feedStatus(),
    watch: source => desktop.watched.watch(source, 'watch'),
    follow: source => desktop.watched.watch(source, 'follow'),
    unwatch: source => desktop.watched.unwatch(source),
    controlOtherComputers: event => desktop.otherComputers.request({ event }),
    signInWithGoogle: () => desktop.google.begin(),
    cancelGoogle: () => desktop.google.cancel(),
    notify: notice => desktop.notify(notice),
    setBadge: count => desktop.setBadge(count),
  }
}
