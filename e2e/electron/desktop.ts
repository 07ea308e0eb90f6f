import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { test } from '../support/fixtures'
import { type DesktopApp, double, type Launch, type Launcher, realElectron } from './app'
import { Display } from './display'

const { DESKTOP_ELECTRON } = process.env

/** The double where its X11 screen exists, which is on Linux only. */
export const doubles: readonly Launcher[] = process.platform === 'linux' ? [double] : []

/** Everything that stories of the app run on: the double, and the real Electron where one is installed. */
export const launchers: readonly Launcher[] = [
  ...doubles,
  ...(DESKTOP_ELECTRON ? [realElectron(DESKTOP_ELECTRON)] : []),
]

/** A person's computer: a screen and a folder, which stay when the app is started again. */
export class Desktop {
  folder = ''
  #display: Display | null = null
  #app: DesktopApp | null = null

  constructor(
    private readonly launcher: Launcher,
    private readonly serverUrl: () => string,
  ) {}

  async open(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'wheelhouse-desktop-'))
    this.#display = await Display.open()
  }

  /** The screen, as X11 names it. */
  get screen(): string {
    if (!this.#display) throw new Error('The screen is not open.')
    return this.#display.name
  }

  get app(): DesktopApp {
    if (!this.#app) throw new Error('The app was not started.')
    return this.#app
  }

  /** Starts the app. People who sign in are asked whether it may start with the computer; the answer is no. */
  async launch(how: Pick<Launch, 'session' | 'args'> = {}): Promise<DesktopApp> {
    this.#app = await this.launcher.launch(this.#launch(how))
    await this.#app.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
    }, undefined)
    return this.#app
  }

  /** Starts the program once more while it runs, and resolves with its exit code. */
  launchAgain(args: readonly string[]): Promise<number | null> {
    return this.launcher.launchAgain(this.#launch({ args }))
  }

  #launch(how: Pick<Launch, 'session' | 'args'>): Launch {
    return { display: this.screen, folder: this.folder, server: this.serverUrl(), ...how }
  }

  /** Opens a window of another program at this address on the screen. */
  async showWindow(
    address: string,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ): Promise<Browser> {
    const browser = await chromium.launch({
      headless: false,
      executablePath: process.env.DESKTOP_BROWSER || undefined,
      env: { ...process.env, DISPLAY: this.screen } as Record<string, string>,
      args: [
        `--window-position=${x},${y}`,
        `--window-size=${width},${height}`,
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    })
    const page = await browser.newPage({ viewport: null })
    await page.goto(address)
    return browser
  }

  /** Opens a red window in the middle of the screen. */
  showRedWindow(): Promise<Browser> {
    return this.showWindow('data:text/html,<body style=background:red>', { x: 200, y: 200, width: 700, height: 500 })
  }

  async close(): Promise<void> {
    await this.#app?.close()
    await this.#display?.close()
    await rm(this.folder, { recursive: true, force: true })
    this.#app = null
    this.#display = null
  }
}

/** A computer for each story of a group. The stories, or a hook after this one, start the app. */
export function desktopForEach(launcher: Launcher, serverUrl: () => string): Desktop {
  const desktop = new Desktop(launcher, serverUrl)
  test.beforeEach(() => desktop.open())
  test.afterEach(() => desktop.close())
  return desktop
}
