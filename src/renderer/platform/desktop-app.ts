import type { z } from 'zod'
import type { Channels } from '#shared/contract/desktop'
import { desktop } from './desktop'
import { logError } from './log'

let origin: string = location.origin
let chosen: string | null | undefined

/** The origin of the server: that of the page, or in the desktop app that of the chosen server. */
export const serverOrigin = (): string => origin

/** The server chosen in the desktop app; null if none was chosen yet, undefined in a browser. */
export const desktopServer = (): string | null | undefined => chosen

function take(server: string | null): void {
  chosen = server && new URL(server).origin
  if (chosen) origin = chosen
}

/** In the desktop app, learns the server's address and follows `wheelhouse://` links. Does nothing in the web build. */
export async function startDesktopApp(): Promise<void> {
  const app = desktop()
  if (!app) return
  app.on.linkOpened(route => {
    location.hash = route
  })
  try {
    take((await app.appInfo(undefined)).server)
  } catch (cause) {
    logError('The desktop app did not return its server.', cause)
  }
}

type Check = z.output<Channels['setServer']['output']>

/** Sets the server of the desktop app, which first checks that there is one at the address. */
export async function chooseServer(address: string): Promise<Check> {
  const app = desktop()
  if (!app) throw new Error('Only the desktop app chooses its server.')
  const check = await app.setServer(address)
  if (check.ok) take(check.address)
  return check
}
