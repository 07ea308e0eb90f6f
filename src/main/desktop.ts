import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session as sessions,
  shell,
  systemPreferences,
  Tray,
} from 'electron'
import Store from 'electron-store'
import { WebSocket } from 'ws'
import type { FeedFrame } from '#shared/contract/sources/endpoints'
import { capture as limits } from '#shared/contract/sources/limits'
import { AutoLaunch } from './auto-launch/auto-launch'
import { createLauncher } from './auto-launch/launcher'
import { Capture } from './capture/capture'
import { checkPermission, openScreenSettings, type PermissionParts, systemPermission } from './capture/permission'
import { PersistentStream } from './capture/persistent-stream'
import { Thumbnails } from './capture/thumbnails'
import { handleDownloads } from './downloads/downloads'
import { OtherComputers } from './feed/other-computers'
import { FeedSocket } from './feed/socket'
import { Spool } from './feed/spool'
import { Uploads } from './feed/uploads'
import { Watched } from './feed/watched'
import { handlersOf } from './handlers'
import { Indicator } from './indicator/indicator'
import { handleChannels } from './ipc/handle'
import { createPush } from './ipc/push'
import { pillAppearance } from './pill/appearance'
import { Pill } from './pill/pill'
import { systemClock as clock } from './platform/clock'
import { logError } from './platform/log'
import { guardContents, guardSession } from './security/guard'
import { appHost, appOrigin, appScheme, isOwnAddress } from './security/origin'
import { contentSecurityPolicy } from './security/policy'
import { webPreferences } from './security/web-preferences'
import { GoogleSignIn } from './session/google'
import { askForGrant, askForProvider, checkServer, type Fetch, refreshTokens } from './session/server'
import { Session } from './session/session'
import { createVault } from './session/vault'
import { createSettings } from './settings/settings'
import { interpolate, languageOf, textsFor } from './texts/texts'
import { createIcon } from './tray/icon'
import { SharingTray, stopKeys } from './tray/tray'
import { followUpdates } from './updates/updates'
import { watchWake } from './wake/wake'
import { emptyPage, pillPage, serveApp } from './windows/app-protocol'
import { routeOfLink } from './windows/deep-link'
import { MainWindow } from './windows/main-window'

interface Start {
  readonly openedByComputer: boolean
  /** The folder of the built programs. */
  readonly folder: string
  readonly resources: string
}

/** Connects the parts of the app and opens the window. Returns the function that opens it again. */
export async function openDesktop({ openedByComputer, folder, resources }: Start) {
  const texts = () => textsFor(app.getLocale())
  const settings = createSettings(new Store({ name: 'settings', clearInvalidConfig: true }))
  // This channel of electron-store would reveal a local path to any page.
  ipcMain.removeAllListeners('electron-store-get-data')
  const server = () => settings.get('server') ?? process.env.WHEELHOUSE_SERVER ?? null
  const fetch: Fetch = (input, init) => net.fetch(input instanceof URL ? input.href : input, init)
  const needServer = () => {
    const address = server()
    if (!address) throw new Error('No server has been chosen yet.')
    return address
  }

  const vault = createVault({
    safeStorage,
    platform: process.platform,
    read: () => settings.get('session'),
    write: sealed => settings.set('session', sealed),
    onPlain() {
      if (settings.get('warnedOfPlainSecrets')) return
      settings.set('warnedOfPlainSecrets', true)
      const message = { type: 'warning' as const, message: texts().secretsPlain, buttons: [texts().ok] }
      dialog.showMessageBox(message).catch(cause => logError('A dialog could not be shown.', cause))
    },
  })
  const session: Session = new Session({
    clock,
    vault,
    refresh: refreshToken => refreshTokens(needServer(), refreshToken, fetch),
    onTokens: tokens => push('tokensChanged', tokens),
    onChange: () => followSession(),
  })

  const main = new MainWindow({
    create: options => new BrowserWindow(options),
    screen,
    webPreferences: webPreferences({ preload: join(folder, 'preload/index.cjs') }),
    icon: join(resources, 'icon.png'),
    address: `${appOrigin}/`,
    read: () => settings.get('window'),
    write: state => settings.set('window', state),
    onSight: () => indicator.windowChanged(),
  })
  const push = createPush(() => main.window?.webContents ?? null, isOwnAddress)
  const show = () => main.open().catch(cause => logError('The window could not be opened.', cause))
  const goTo = (route: string) => {
    void show()
    push('linkOpened', route)
  }

  const feed = new FeedSocket({
    clock,
    async address() {
      const tokens = await session.fresh({ force: false })
      const who = session.current
      if (!tokens || !who) return null
      const address = new URL('/sockets/feed', needServer().replace(/^http/, 'ws'))
      address.searchParams.set('user_id', String(who.user_id))
      address.searchParams.set('organization_id', String(who.organization_id))
      address.searchParams.set('access_token', tokens.AccessToken)
      return address.href
    },
    refresh: async () => (await session.fresh({ force: true })) !== null,
    open: address => new WebSocket(address, { perMessageDeflate: false }),
    onFrame: handleFrame,
    onStatus(status) {
      push('feedStatus', status)
      capture.tell({ type: status === 'CONNECTED' ? 'connected' : 'disconnected' })
      if (status !== 'CONNECTED') return
      watched.resend()
      otherComputers.resend()
      uploads.connectionRestored()
    },
  })
  const watched = new Watched(request => feed.send(request))
  const otherComputers = new OtherComputers(params => feed.send(params))
  const uploads = new Uploads({
    clock,
    spool: new Spool(join(app.getPath('userData'), 'pictures'), limits.spoolBytes),
    // URLs of the embedded store are relative to the server.
    fetch: (url, init) => fetch(new URL(url, needServer()).href, init),
    owner: () => session.current && `${session.current.user_id} in ${session.current.organization_id}`,
    async newGrant(content_length) {
      const tokens = await session.fresh({ force: false })
      const who = session.current
      return tokens && who ? askForGrant(needServer(), { ...who, ...tokens }, content_length, fetch) : null
    },
    answer: (id, url) => feed.send({ event: 'screenshot', id, url }),
    onUploaded: () => capture.tell({ type: 'uploaded' }),
  })

  // On Wayland, every listing of the sources asks the person again.
  const isWayland = process.platform === 'linux' && process.env.XDG_SESSION_TYPE === 'wayland'
  const grabber = isWayland ? heldStream() : new Thumbnails({ capturer: desktopCapturer, screen })
  const permission: PermissionParts = {
    platform: process.platform,
    getMediaAccessStatus: systemPreferences.getMediaAccessStatus?.bind(systemPreferences),
    shell,
    dialog,
    texts,
    list: () => grabber.list(),
  }
  const tray = new SharingTray(
    createIcon({
      platform: process.platform,
      createTray: image => new Tray(image),
      buildMenu: items => Menu.buildFromTemplate(items),
      image: isSharing => nativeImage.createFromPath(join(resources, isSharing ? 'tray-sharing.png' : 'tray.png')),
      open: () => void show(),
    }),
    texts,
    interpolate,
    {
      open: () => void show(),
      pause: () => capture.tell({ type: 'pause' }),
      resume: () => capture.tell({ type: 'resume' }),
      stop: () => capture.tell({ type: 'stop' }),
      quit: () => app.quit(),
    },
  )
  const pill = new Pill({
    create: options => new BrowserWindow(options),
    screen,
    clock,
    webPreferences: webPreferences({ preload: join(folder, 'preload/pill.cjs') }),
    address: `${appOrigin}${pillPage}`,
    read: () => settings.get('pill'),
    write: spot => settings.set('pill', spot),
    tell: look => pushToPill('pillChanged', look),
    onLost: () => capture.tell({ type: 'ended_by_system' }),
  })
  const pushToPill = createPush(() => pill.contents, isOwnAddress)
  const indicator = new Indicator({
    tray,
    pill,
    look: status =>
      pillAppearance(status, { texts: texts(), language: languageOf(app.getLocale()), fill: interpolate }),
    isWindowSeen: () => main.isInSight,
    onLost: () => capture.tell({ type: 'ended_by_system' }),
  })
  const capture: Capture = new Capture(
    {
      clock,
      grabber,
      facts: () => ({
        autoStart: settings.get('autoStart'),
        openedByComputer,
        user_id: session.current?.user_id ?? null,
        hasAccessToken: Boolean(session.current?.tokens.AccessToken),
        organization_id: session.current?.organization_id ?? -1,
        consent: settings.consent(session.current),
      }),
      checkPermission: ask => checkPermission(permission, ask),
      // The page shows the dialog as long as the state requires it.
      askConsent: () => void show(),
      showIndicator(automatic) {
        indicator.show(capture.status)
        globalShortcut.register(stopKeys, () => capture.tell({ type: 'stop' }))
        if (automatic) notify({ title: texts().startedItself, body: texts().startedItselfBody, path: '/feed' })
      },
      hideIndicator: () => globalShortcut.unregister(stopKeys),
      uploads: { add: (request, jpeg) => uploads.add(request, jpeg), set: may => uploads.set(may) },
      tell: (state, what) => void feed.send({ event: 'sharing', state, ...(what && { what: what.slice(0, 200) }) }),
      rememberStop: stopped => session.current && settings.setStopped(session.current, stopped),
      changed(status) {
        indicator.update(status)
        push('captureChanged', status)
      },
    },
    settings.isStopped(session.current) ? 'stopped_by_hand' : 'off',
  )
  const google = new GoogleSignIn({
    clock,
    provider: () => askForProvider(needServer(), fetch),
    openBrowser: address => shell.openExternal(address),
    page: isGood => ({
      language: languageOf(app.getLocale()),
      title: isGood ? texts().signedIn : texts().notSignedIn,
      text: isGood ? texts().signedInText : texts().notSignedInText,
    }),
    onReturn: () => void show(),
  })
  const autoLaunch = new AutoLaunch({
    clock,
    launcher: createLauncher('Wheelhouse'),
    isRefused: () => settings.get('autoLaunchRefused'),
    setRefused: isRefused => settings.set('autoLaunchRefused', isRefused),
    mayAsk: () => session.current !== null && main.isVisible,
    async ask() {
      const { autoLaunchAsk: message, autoLaunchWhy: detail, autoLaunchYes, autoLaunchNo } = texts()
      const buttons = [autoLaunchYes, autoLaunchNo]
      // Closing the dialog is neither answer.
      const { response } = await dialog.showMessageBox({ type: 'question', message, detail, buttons, cancelId: 2 })
      return response === 0 ? 'yes' : response === 1 ? 'no' : 'closed'
    },
    sayFailed: () => dialog.showMessageBox({ type: 'error', message: texts().autoLaunchFailed, buttons: [texts().ok] }),
  })

  function notify({ title, body, path }: { title: string; body: string; path: string }): void {
    const notice = new Notification({ title, body })
    notice.on('click', () => goTo(path))
    notice.on('failed', (_, why) => logError('A notification could not be shown.', why))
    notice.show()
  }

  /** The request for a picture, with its permission, stays in this process; the page gets the rest. */
  function handleFrame(frame: FeedFrame): void {
    if (frame.event === 'screenshot') {
      capture.request({ id: frame.id, upload: frame.upload })
      return
    }
    if (frame.event === 'stop_sharing') capture.tell({ type: 'stop' })
    if (frame.event === 'pause_sharing') capture.tell({ type: 'pause' })
    if (frame.event === 'resume_sharing') capture.tell({ type: 'resume' })
    if (
      frame.event === 'viewers' &&
      frame.source.kind === 'screen' &&
      frame.source.user_id === session.current?.user_id
    )
      capture.setViewers(frame.users)
    push('feed', frame)
  }

  function followSession(): void {
    watched.clear()
    otherComputers.clear()
    feed.stop()
    capture.tell({ type: 'session_changed', stopped: settings.isStopped(session.current) })
    begin()
  }

  function begin(): void {
    if (!session.current) return
    feed.start()
    capture.start('itself')
  }

  function heldStream(): PersistentStream {
    const own = sessions.fromPartition('held-stream')
    own.protocol.handle(appScheme, serve)
    own.setPermissionRequestHandler((contents, wanted, answer) =>
      answer((wanted === 'display-capture' || wanted === 'media') && isOwnAddress(contents.getURL())),
    )
    return new PersistentStream({
      page: `${appOrigin}${emptyPage}`,
      session: own,
      openWindow: () =>
        new BrowserWindow({
          show: false,
          webPreferences: webPreferences({ session: own, backgroundThrottling: false }),
        }),
      pick: () => desktopCapturer.getSources({ types: ['screen'], thumbnailSize: { width: 0, height: 0 } }),
      onEnded: () => capture.tell({ type: 'ended_by_system' }),
    })
  }

  function serve(request: Request): Promise<Response> {
    return serveApp({ root: join(folder, 'renderer'), host: appHost, server, policy: contentSecurityPolicy, fetch })(
      request,
    )
  }

  protocol.handle(appScheme, serve)
  guardSession(sessions.defaultSession)
  handleDownloads(sessions.defaultSession, {
    isOwn: isOwnAddress,
    folder: () => app.getPath('downloads'),
    sayFailed: name => dialog.showMessageBox({ type: 'error', message: interpolate(texts().notSaved, { name }) }),
  })
  app.on('web-contents-created', (_, contents) =>
    guardContents(contents, { openOutside: address => shell.openExternal(address), server }),
  )
  handleChannels(
    ipcMain,
    handlersOf({
      version: app.getVersion(),
      server,
      checkServer: typed => checkServer(typed, fetch),
      session,
      settings,
      capture,
      grabber,
      watched,
      otherComputers,
      google,
      autoLaunch,
      now: () => clock.now(),
      feedStatus: () => feed.status,
      screenPermission: () => systemPermission(permission),
      openScreenSettings: () => openScreenSettings(permission),
      notify,
      setBadge: count => void app.setBadgeCount(count),
    }),
    { isOwn: isOwnAddress, isPill: id => pill.contents?.id === id },
  )
  watchWake({
    clock,
    powerMonitor,
    app,
    isOnline: () => net.isOnline(),
    onWake: () => capture.woke(),
    onReconnect: () => feed.reconnect(),
  })
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  )
  indicator.update(capture.status)
  app.on('before-quit', () => {
    main.quitting()
    google.cancel()
    // Not a stop by hand: what ends with the program may start with it again.
    capture.tell({ type: 'session_changed', stopped: settings.isStopped(session.current) })
    feed.stop()
  })

  await main.open({ hidden: openedByComputer })
  begin()
  autoLaunch.watch()
  void followUpdates({ address: process.env.WHEELHOUSE_UPDATES, isPackaged: app.isPackaged, clock, texts, notify })
  return {
    open(link: string | null) {
      const route = link === null ? null : routeOfLink(link)
      if (route === null) void show()
      else goTo(route)
    },
  }
}
