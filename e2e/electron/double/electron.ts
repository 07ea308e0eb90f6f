import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { closeBrowser, serveScheme, userData } from './browser'
import { emitDownloads } from './downloads'
import { ipcMain } from './ipc'
import { desktopCapturer, screen } from './picture'
import { takeSingleInstance } from './single-instance'
import { strict } from './strict'
import { answerDisplays, BrowserWindow, created, nowReady } from './window'

const nothing = () => undefined
const unprepared = (what: string) => () => {
  throw new Error(`The story has not prepared ${what}.`)
}

class App extends EventEmitter {
  readonly isPackaged = false
  readonly #ready = new Promise<void>(resolve =>
    // Runs after the entry was evaluated, as in Electron: code that waits for it at the top level waits forever.
    setImmediate(() => {
      nowReady()
      this.emit('ready')
      resolve()
    }),
  )
  whenReady = (): Promise<void> => this.#ready
  enableSandbox = nothing
  badgeCount = 0
  setBadgeCount = (count = 0): boolean => {
    this.badgeCount = count
    return true
  }
  setName = nothing
  requestSingleInstanceLock = (): boolean =>
    takeSingleInstance(args => this.emit('second-instance', {}, args, process.cwd(), null))
  setAsDefaultProtocolClient = (): boolean => true
  getLocale = (): string => 'en-GB'
  getVersion = (): string => '0.1.0'
  getPath = (): string => userData
  quit = (): void => {
    this.emit('before-quit', { preventDefault: nothing })
    this.exit(0)
  }
  exit = (code = 0): void => {
    const end = () => process.exit(code)
    closeBrowser().then(end, end)
  }
}

const app = strict('app', new App())
created.on('contents', contents => app.emit('web-contents-created', {}, contents))

const protocol = strict('protocol', {
  registerSchemesAsPrivileged: nothing,
  handle: (scheme, serve) => serveScheme(scheme, serve),
} satisfies Partial<Electron.Protocol>)

/** Records what was shown, for stories to inspect, which Electron itself does not do. */
class Tray extends EventEmitter {
  constructor(image: unknown) {
    super()
    if (!image) throw new Error('A tray needs an image.')
  }
  setImage = nothing
  setToolTip = nothing
  setTitle = nothing
  setContextMenu = nothing
}
const Menu = strict('Menu', {
  buildFromTemplate: (items: Electron.MenuItemConstructorOptions[]) => ({ items }) as unknown as Electron.Menu,
  setApplicationMenu: nothing,
} satisfies Partial<typeof Electron.Menu>)
class Notification extends EventEmitter {
  show = nothing
}
const nativeImage = strict('nativeImage', {
  createFromPath: path => ({ path }) as unknown as Electron.NativeImage,
} satisfies Partial<typeof Electron.nativeImage>)

const dialog = strict('dialog', { showMessageBox: unprepared('dialog.showMessageBox') })
const shell = strict('shell', { openExternal: unprepared('shell.openExternal') })
const shortcuts = new Map<string, () => void>()
const globalShortcut = strict('globalShortcut', {
  register: (keys, then) => Boolean(shortcuts.set(keys, then)),
  unregister: keys => void shortcuts.delete(keys),
  isRegistered: keys => shortcuts.has(keys),
} satisfies Partial<Electron.GlobalShortcut>)
const net = strict('net', {
  fetch: (input, init) => fetch(input as string, init),
  isOnline: () => true,
} satisfies Partial<Electron.Net>)
const powerMonitor = strict('powerMonitor', new EventEmitter())
/** Behaves like a Linux without a keyring. */
const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: text => Buffer.from(text, 'utf8'),
  decryptString: sealed => sealed.toString('utf8'),
} satisfies Partial<Electron.SafeStorage>)
const guarded = {
  setPermissionRequestHandler: nothing,
  setPermissionCheckHandler: nothing,
  setDevicePermissionHandler: nothing,
} satisfies Partial<Electron.Session>
const defaultSession = strict('session.defaultSession', Object.assign(new EventEmitter(), guarded))
emitDownloads(defaultSession)
const session = strict('session', {
  defaultSession,
  // Chromium serves all windows here, and the app's own scheme is already handled for them.
  fromPartition: () =>
    strict('session.fromPartition()', {
      ...guarded,
      protocol: { handle: nothing },
      setDisplayMediaRequestHandler: answerDisplays,
    }),
})
/** On Linux it says nothing about screens. */
const systemPreferences: Partial<Electron.SystemPreferences> = {}
const autoUpdater = strict('autoUpdater', new EventEmitter())

const electron = {
  ...{
    app,
    autoUpdater,
    BrowserWindow,
    desktopCapturer,
    dialog,
    globalShortcut,
    ipcMain,
    Menu,
    Notification,
    nativeImage,
  },
  ...{ net, powerMonitor, protocol, safeStorage, screen, session, shell, systemPreferences, Tray },
}
export default electron
export {
  app,
  autoUpdater,
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
  session,
  shell,
  systemPreferences,
  Tray,
}

// Handles the driver's `evaluate`: a function of the story, run in this process.
process.on('message', async ({ id, source, arg }: { id: number; source: string; arg: unknown }) => {
  try {
    const run = new Function('electron', 'arg', `return (${source})(electron, arg)`)
    process.send?.({ id, value: await run(electron, arg) })
  } catch (cause) {
    process.send?.({ id, error: String(cause) })
  }
})
process.on('disconnect', () => app.exit(0))
