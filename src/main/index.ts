import { join } from 'node:path'
import { app, protocol } from 'electron'
import { hiddenArgument } from './auto-launch/launcher'
import { openDesktop } from './desktop'
import { logError } from './platform/log'
import { appPrivileges, appScheme } from './security/origin'
import { linkAmong, linkScheme } from './windows/deep-link'

// These calls must run before the app is ready.
app.enableSandbox()
app.setName('Wheelhouse')
if (process.platform === 'win32') app.setAppUserModelId('org.wheelhouse.desktop')
protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: appPrivileges }])

if (app.requestSingleInstanceLock()) {
  /** A link that arrived before there was a window to open it in. */
  let waiting = linkAmong(process.argv)
  let open: ((link: string | null) => void) | null = null
  const follow = (link: string | null) => {
    if (open) open(link)
    else waiting = link ?? waiting
  }
  app.on('second-instance', (_, args) => follow(linkAmong(args)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    follow(link)
  })
  app.on('activate', () => follow(null))
  // Keeps running in the tray.
  app.on('window-all-closed', () => undefined)
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)

  // Awaiting at the top level would hang, because `ready` fires only after this module was evaluated.
  app
    .whenReady()
    .then(async () => {
      const desktop = await openDesktop({
        openedByComputer: process.argv.includes(hiddenArgument) || wasOpenedAtLogin(),
        folder: join(import.meta.dirname, '..'),
        resources: app.isPackaged ? process.resourcesPath : join(import.meta.dirname, '../../resources'),
      })
      open = desktop.open
      if (waiting) desktop.open(waiting)
    })
    .catch(cause => {
      logError('The app did not start.', cause)
      app.exit(1)
    })
} else app.quit()

/** On macOS programs start without arguments and query this afterwards. */
function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
