import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type Browser, chromium, expect, type Page } from '@playwright/test'
import type Electron from 'electron'
import type { Bridge } from '#shared/contract/desktop'
import { pageErrors } from '../support/fixtures'
import { size } from './display'

declare global {
  interface Window {
    readonly wheelhouse?: Bridge
  }
}

const root = join(import.meta.dirname, '../..')
const entry = join(root, 'out/main/index.js')

export interface Launch {
  /** The screen to run on, as X11 names it. */
  readonly display: string
  /** The folder for the app's data on this computer. */
  readonly folder: string
  readonly server: string
  /** The session type of the desktop, as Linux names it. */
  readonly session?: 'x11' | 'wayland'
  /** Command-line arguments, such as a link. */
  readonly args?: readonly string[]
}

type InMain = <T, A = undefined>(run: (electron: typeof Electron, arg: A) => T, arg: A) => Promise<Awaited<T>>

/** The running app, on the real Electron or the double. */
export interface DesktopApp {
  readonly page: Page
  /** The page of the pill; null while there is none. */
  pill(): Page | null
  /** Runs a function in the main process; it sees only its arguments. */
  readonly evaluate: InMain
  close(): Promise<void>
}

export interface Launcher {
  /** The tag of stories that run with it. */
  readonly name: string
  launch(how: Launch): Promise<DesktopApp>
  /** Starts the program once more on the same folder, and resolves with its exit code. */
  launchAgain(how: Launch): Promise<number | null>
}

const environment = ({ display, folder, server, session = 'x11' }: Launch) => ({
  ...process.env,
  DISPLAY: display,
  WHEELHOUSE_SERVER: server,
  XDG_SESSION_TYPE: session,
  XDG_CONFIG_HOME: folder,
  HOME: folder,
})

/** The real Electron. */
export function realElectron(executablePath: string): Launcher {
  const argumentsOf = ({ folder, args = [] }: Launch) => [
    entry,
    `--user-data-dir=${folder}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...args,
  ]
  return {
    name: 'electron',
    launchAgain: how => endOf(spawn(executablePath, argumentsOf(how), { env: environment(how), stdio: 'ignore' })),
    async launch(how) {
      const app = await _electron.launch({
        executablePath,
        args: argumentsOf(how),
        env: environment(how) as Record<string, string>,
      })
      const page = await app.firstWindow()
      const evaluate = app.evaluate.bind(app) as unknown as InMain
      return { page, pill: () => pillAmong(app.windows()), evaluate, close: () => app.close() }
    },
  }
}

/**
 * The built main process in Node, with Chromium's windows and a double of Electron between them. It proves nothing
 * about Electron's own Node and Chromium, its sandbox, asar, fuses, permission handlers or tray.
 */
export const double: Launcher = {
  name: 'double',
  launchAgain: how => endOf(spawnDouble(how)),
  async launch(how) {
    const child = spawnDouble(how)
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => output.push(String(chunk)))
    const profile = await Promise.race([
      messageWith(child, 'profile'),
      once(child, 'exit').then(([code]): never => {
        throw new Error(`The double ended with ${code}:\n${output.join('')}`)
      }),
    ])
    const browser = await chromium.connectOverCDP(await endpoint(String(profile)))
    pageErrors.watch(browser)
    const page = await firstPage(browser)
    const evaluate = remote(child)
    return {
      page,
      pill: () => pillAmong(pagesOf(browser)),
      evaluate,
      async close() {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        await browser.close()
        if (child.connected) child.disconnect()
        await ended
      },
    }
  },
}

function spawnDouble(how: Launch): ChildProcess {
  const args = ['--enable-source-maps', '--import', join(root, 'out/double/register.mjs'), entry]
  return spawn(process.execPath, [...args, `--user-data-dir=${how.folder}`, ...(how.args ?? [])], {
    env: { ...environment(how), DOUBLE_SCREEN: `${size.width}x${size.height}` },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

const endOf = async (child: ChildProcess): Promise<number | null> => (await once(child, 'exit'))[0]

/** Returns the first message with this property. */
function messageWith(child: ChildProcess, part: string): Promise<unknown> {
  return new Promise(resolve => {
    const listen = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !(part in message)) return
      child.off('message', listen)
      resolve((message as Record<string, unknown>)[part])
    }
    child.on('message', listen)
  })
}

async function endpoint(profile: string): Promise<string> {
  const file = join(profile, 'DevToolsActivePort')
  await expect.poll(() => existsSync(file)).toBe(true)
  return `http://127.0.0.1:${readFileSync(file, 'utf8').split('\n')[0]}`
}

const pagesOf = (browser: Browser): Page[] => browser.contexts().flatMap(context => context.pages())
const isPill = (page: Page): boolean => new URL(page.url()).pathname === '/pill.html'
const pillAmong = (pages: readonly Page[]): Page | null => pages.find(isPill) ?? null

async function firstPage(browser: Browser): Promise<Page> {
  const isOurs = (page: Page) => page.url().startsWith('http://wheelhouse.localhost/') && !isPill(page)
  await expect.poll(() => pagesOf(browser).some(isOurs), { timeout: 30_000 }).toBe(true)
  const page = pagesOf(browser).find(isOurs)
  if (!page) throw new Error('The window is gone.')
  return page
}

function remote(child: ChildProcess): InMain {
  let last = 0
  return (run, arg) =>
    new Promise((resolve, reject) => {
      last += 1
      const id = last
      const listen = (message: { id?: number; value?: unknown; error?: string }) => {
        if (message.id !== id) return
        child.off('message', listen)
        if (message.error === undefined) resolve(message.value as never)
        else reject(new Error(message.error))
      }
      child.on('message', listen)
      child.send({ id, source: String(run), arg })
    })
}
