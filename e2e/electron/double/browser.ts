import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Route } from 'playwright'

/**
 * Chromium does not know the app's own scheme, so its pages use this origin, which counts as secure like the real one.
 */
const standIn = 'http://wheelhouse.localhost'
const own = 'app://wheelhouse'

/** The folder for the app's data. */
export const userData =
  process.argv.find(arg => arg.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length) ?? process.cwd()

type Serve = (request: Request) => Response | Promise<Response>
const schemes = new Map<string, Serve>()

export function serveScheme(scheme: string, serve: Serve): void {
  if (schemes.has(scheme)) throw new Error(`The scheme ${scheme} is served already.`)
  schemes.set(scheme, serve)
}

export const toStandIn = (address: string): string => address.replace(own, standIn)
export const fromStandIn = (address: string): string => address.replace(standIn, own)

let opened: Promise<BrowserContext> | null = null

/** One Chromium on the real screen, for all windows. */
export function browser(): Promise<BrowserContext> {
  opened ??= open()
  return opened
}

export async function closeBrowser(): Promise<void> {
  await (await opened)?.close()
}

async function open(): Promise<BrowserContext> {
  // The data of pages survives the program, as in Electron.
  const folder = join(userData, 'profile')
  rmSync(join(folder, 'DevToolsActivePort'), { force: true })
  const context = await chromium.launchPersistentContext(folder, {
    headless: false,
    executablePath: process.env.DESKTOP_BROWSER || undefined,
    viewport: null,
    // The screen is X11, whatever desktop the app believes it is on.
    env: { ...process.env, XDG_SESSION_TYPE: 'x11' } as Record<string, string>,
    args: [
      ...[
        '--remote-debugging-port=0',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
      ],
      ...[
        '--disable-sync',
        '--disable-quic',
        '--disable-gpu',
        '--window-position=0,0',
        // On Wayland this answers the question for the screen to share.
        '--auto-select-desktop-capture-source=Entire screen',
        '--window-size=1280,800',
      ],
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  await context.route(`${standIn}/**`, answer)
  process.send?.({ profile: folder })
  return context
}

async function answer(route: Route): Promise<void> {
  const serve = schemes.get('app')
  if (!serve) return route.abort()
  const request = route.request()
  const body = request.postDataBuffer()
  const response = await serve(
    new Request(fromStandIn(request.url()), {
      method: request.method(),
      headers: request.headers(),
      ...(body && { body: new Uint8Array(body) }),
    }),
  )
  if (response.type === 'error') return route.abort()
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}
