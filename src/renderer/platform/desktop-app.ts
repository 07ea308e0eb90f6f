import { desktop } from './desktop'
import { logError } from './log'

let origin: string = location.origin

/** Where the server is: where the page came from, or in the desktop app the server that was chosen. */
export const serverOrigin = (): string => origin

/** In the desktop app: learns where the server is, and goes where `wheelhouse://` links lead. Nothing in the web build. */
export async function startDesktopApp(): Promise<void> {
  const app = desktop()
  if (!app) return
  app.on.linkOpened(route => {
    location.hash = route
  })
  try {
    const { server } = await app.appInfo()
    if (server) origin = new URL(server).origin
  } catch (cause) {
    logError('The desktop app did not say where its server is.', cause)
  }
}
