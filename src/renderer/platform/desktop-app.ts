import type { z } from 'zod'
import type { Channels } from '#shared/contract/desktop'
import { desktop } from './desktop'
import { logError } from './log'

let origin: string = location.origin
let chosen: string | null | undefined

/** Where the server is: where the page came from, or in the desktop app the server that was chosen. */
export const serverOrigin = (): string => origin

/** The server that the desktop app was told; null while it was told none, undefined in a browser. */
export const desktopServer = (): string | null | undefined => chosen

function take(server: string | null): void {
  chosen = server && new URL(server).origin
  if (chosen) origin = chosen
}

/** In the desktop app: learns where the server is, and goes where `wheelhouse://` links lead. Nothing in the web build. */
export async function startDesktopApp(): Promise<void> {
  const app = desktop()
  if (!app) return
  app.on.linkOpened(route => {
    location.hash = route
  })
  try {
    take((await app.appInfo(undefined)).server)
  } catch (cause) {
    logError('The desktop app did not say where its server is.', cause)
  }
}

type Check = z.output<Channels['setServer']['output']>

/** Tells the desktop app its server, which it looks for at the address first. */
export async function chooseServer(address: string): Promise<Check> {
  const app = desktop()
  if (!app) throw new Error('Only the desktop app chooses its server.')
  const check = await app.setServer(address)
  if (check.ok) take(check.address)
  return check
}
