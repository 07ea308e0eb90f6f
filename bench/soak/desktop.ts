import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import type { DesktopSession } from '#shared/contract/desktop'
import config from '../../playwright.config'
import type { Actor } from '../../test/actor'
import { startProcess } from '../program'

const screen = '1280x800'
const entry = 'out/main/index.js'
const double = 'out/double/register.mjs'
const timeout = 60_000

/** The built main process of the desktop app, sharing its own screen, on the test double of Electron. */
export class SoakDesktop {
  private constructor(
    /** The main process. */
    readonly pid: number,
    private readonly endings: (() => Promise<unknown>)[],
  ) {}

  static get isPossible(): boolean {
    return process.platform === 'linux' && existsSync(entry) && existsSync(double)
  }

  static async open(who: Actor, folder: string): Promise<SoakDesktop> {
    const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', `${screen}x24`, '-nolisten', 'tcp', '-noreset'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    process.once('exit', () => display.kill())
    const [number] = (await once(display.stdout, 'data')) as [Buffer]
    const environment = {
      DISPLAY: `:${String(number).trim()}`,
      WHEELHOUSE_SERVER: who.server.url,
      DOUBLE_SCREEN: screen,
      DESKTOP_BROWSER: config.use?.launchOptions?.executablePath ?? '',
      XDG_SESSION_TYPE: 'x11',
      XDG_CONFIG_HOME: folder,
      HOME: folder,
    }
    const args = ['--import', join(process.cwd(), double), entry, `--user-data-dir=${folder}`]
    const { child, ended } = startProcess(args, environment, () => {})
    const endings = [
      () => {
        // It ends with its driver, together with its browser; a signal would end only the browser.
        child.disconnect()
        return ended
      },
      async () => display.kill(),
    ]
    const page = await window(child)
    await share(child, page, who)
    return new SoakDesktop(child.pid ?? 0, endings)
  }

  async close(): Promise<void> {
    for (const end of this.endings) await end()
  }
}

async function window(child: ChildProcess): Promise<Page> {
  const [{ profile }] = (await once(child, 'message')) as [{ profile: string }]
  const file = join(profile, 'DevToolsActivePort')
  return inTime(async () => {
    if (!existsSync(file)) return undefined
    const port = readFileSync(file, 'utf8').split('\n')[0]
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const pages = browser.contexts().flatMap(context => context.pages())
    const page = pages.find(candidate => candidate.url().startsWith('http://wheelhouse.localhost/'))
    if (!page) await browser.close()
    return page
  })
}

/** Signs in and shares, as the page does. */
async function share(child: ChildProcess, page: Page, who: Actor): Promise<void> {
  if (!who.tokens) throw new Error('Nobody is signed in.')
  const { user_id, organization_id, tokens } = who
  const { IdToken, AccessToken, RefreshToken } = tokens
  const session: DesktopSession = {
    ...{ user_id, organization_id, organization_name: 'Ridgeway Cycles' },
    tokens: { IdToken, AccessToken, RefreshToken },
  }
  // A signed-in person is asked whether the app may start with the computer; the answer is no.
  const source = '({ dialog }) => { dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false }) }'
  child.send({ id: 1, source })
  await page.getByRole('textbox', { name: 'E-mail or phone' }).waitFor({ timeout: timeout })
  // The page may still report that nobody is signed in, which would end the sharing.
  await inTime(async () => {
    await bridge(page, `setSession(${JSON.stringify(session)})`)
    await bridge(page, 'startCapture({})')
    await bridge(page, `giveConsent({ organization_id: ${organization_id}, start_with_computer: false })`)
    await delay(2_000)
    const { state } = await bridge<{ state: string }>(page, 'captureStatus()')
    return state === 'sharing' || undefined
  })
}

/** Calls the main process like the page does. API errors are rethrown, because they would lose their message. */
function bridge<T>(page: Page, call: string): Promise<T> {
  return page.evaluate<T>(`wheelhouse.${call}.catch(({ message }) => { throw new Error(message) })`)
}

async function inTime<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + timeout; performance.now() < end; ) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    await delay(200)
  }
  throw new Error('The desktop app did not become ready.')
}
