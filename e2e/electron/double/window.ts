import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { browser, fromStandIn, toStandIn } from './browser'
import { answer } from './ipc'
import { binding, isolatedHalf, pageHalf, preloadWorld, receiver } from './page-scripts'
import { strict } from './strict'

type DisplayHandler = Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0]
const display = { handler: null as DisplayHandler }

/** Registers the handler for pages that ask for a display. */
export function answerDisplays(handler: DisplayHandler): void {
  display.handler = handler
}

/** Asks the handler like Electron does, before the page's own request, which Chromium answers itself. */
function askForDisplay(): Promise<void> {
  const { handler } = display
  return new Promise((resolve, reject) => {
    const refused = new Error('NotAllowedError: Permission denied')
    if (!handler) return reject(refused)
    handler({} as Electron.DisplayMediaRequestHandlerHandlerRequest, streams =>
      streams && 'video' in streams && streams.video ? resolve() : reject(refused),
    )
  })
}

/** Emits every page that is created, for the module that has `app`. */
export const created = new EventEmitter()

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

/** Opens a separate window on the screen; all others are tabs of the first one. */
async function openApart(context: BrowserContext, { x, y, width, height }: Bounds): Promise<Page> {
  const [first] = context.pages()
  if (!first) throw new Error('There is no window yet.')
  const opened = context.waitForEvent('page')
  const features = `popup,noopener,left=${x},top=${y},width=${width},height=${height}`
  await first.evaluate(how => void window.open('about:blank', '', how), features)
  return opened
}

let contentsSoFar = 0

/** The page of a window. */
class Contents extends EventEmitter {
  readonly id = ++contentsSoFar
  page: Page | null = null
  #isDestroyed = false
  #cdp: CDPSession | null = null
  /** The isolated world of the main frame, once there is one. */
  #isolatedWorld: number | null = null

  constructor(private readonly apart: Bounds | null) {
    super()
  }

  isDestroyed = (): boolean => this.#isDestroyed || (this.page?.isClosed() ?? false)
  getURL = (): string => fromStandIn(this.page?.url() ?? '')
  setWindowOpenHandler = (): void => undefined
  executeJavaScript = async (code: string): Promise<unknown> => {
    if (!this.page) throw new Error('There is no page yet.')
    if (code.includes('getDisplayMedia')) await askForDisplay()
    return this.page.evaluate(code)
  }

  send = (channel: string, value: unknown): void => {
    void this.#emitMessage({ channel, value: structuredClone(value) })
  }

  async load(address: string, preload: string | undefined): Promise<void> {
    if (!this.page) await this.#open(preload)
    // The window was closed before its page existed.
    if (this.#isDestroyed) await this.page?.close()
    else await this.page?.goto(toStandIn(address))
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true
    await this.page?.close()
  }

  async #open(preload: string | undefined): Promise<void> {
    const context = await browser()
    // The blank page that every browser starts with becomes the first window.
    const blank = context.pages().find(page => page.url() === 'about:blank')
    const page = blank ?? (await (this.apart ? openApart(context, this.apart) : context.newPage()))
    this.page = page
    page.on('download', download => created.emit('download', download))
    const cdp = await context.newCDPSession(page)
    this.#cdp = cdp
    await cdp.send('Runtime.enable')
    await cdp.send('Page.enable')
    cdp.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
      if (name === preloadWorld) this.#isolatedWorld = id
    })
    cdp.on('Runtime.executionContextsCleared', () => {
      this.#isolatedWorld = null
    })
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === binding) void this.#onMessage(JSON.parse(payload))
    })
    await cdp.send('Runtime.addBinding', { name: binding, executionContextName: preloadWorld })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageHalf })
    if (!preload) return
    const source = isolatedHalf(readFileSync(preload, 'utf8'))
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: preloadWorld })
  }

  async #onMessage({ id, channel, args }: { id: number; channel: string; args: { value?: unknown }[] }) {
    const sent = args.map(({ value }) => value)
    const event = { sender: this, senderFrame: { url: this.getURL(), parent: null } } as unknown
    try {
      const value = await answer(channel, event as Electron.IpcMainInvokeEvent, sent)
      await this.#emitMessage({ id, isGood: true, value })
    } catch (cause) {
      await this.#emitMessage({ id, isGood: false, value: String(cause) })
    }
  }

  async #emitMessage(message: unknown): Promise<void> {
    if (this.#isolatedWorld === null || !this.#cdp) return
    const expression = `${receiver}(${JSON.stringify(message)})`
    // A page that closes in between receives nothing, as in Electron.
    await this.#cdp.send('Runtime.evaluate', { expression, contextId: this.#isolatedWorld }).catch(() => undefined)
  }
}

const isReady = { now: false }
export function nowReady(): void {
  isReady.now = true
}

/** The part of a window that the app uses. */
export class BrowserWindow extends EventEmitter {
  static readonly #all: BrowserWindow[] = []
  static getAllWindows = (): BrowserWindow[] => BrowserWindow.#all.filter(window => !window.isDestroyed())

  readonly id: number
  readonly webContents
  #bounds: Bounds
  #preload: string | undefined
  #isVisible: boolean
  #isMinimized = false
  #isDestroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    if (!isReady.now) throw new Error('Cannot create BrowserWindow before app is ready')
    const preferences = options.webPreferences ?? {}
    if (!preferences.sandbox || !preferences.contextIsolation || preferences.nodeIntegration)
      throw new Error('The double runs pages in a sandbox and an isolated world only.')
    const { webSecurity, allowRunningInsecureContent, experimentalFeatures, enableBlinkFeatures, webviewTag } =
      preferences
    if (!webSecurity || allowRunningInsecureContent || experimentalFeatures || enableBlinkFeatures || webviewTag)
      throw new Error('The double has none of what Electron’s security checklist advises against.')
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.webContents = strict('webContents', new Contents(options.frame === false ? this.#bounds : null))
    this.#preload = preferences.preload
    this.#isVisible = options.show !== false
    this.id = BrowserWindow.#all.push(this)
    created.emit('contents', this.webContents)
  }

  loadURL = (address: string): Promise<void> => this.webContents.load(address, this.#preload)
  isVisible = (): boolean => this.#isVisible
  isMinimized = (): boolean => this.#isMinimized
  isMaximized = (): boolean => false
  isDestroyed = (): boolean => this.#isDestroyed
  getBounds = (): Bounds => this.#bounds
  getNormalBounds = (): Bounds => this.#bounds
  maximize = (): void => undefined
  focus = (): void => undefined
  setAlwaysOnTop = (): void => undefined
  setVisibleOnAllWorkspaces = (): void => undefined
  /** Moves the window like a person would, who keeps it on the screen. */
  setPosition = (x: number, y: number): void => {
    this.#bounds = { ...this.#bounds, x, y }
    this.emit('move')
  }
  minimize = (): void => {
    this.#isMinimized = true
    this.emit('minimize')
  }
  restore = (): void => {
    this.#isMinimized = false
    this.emit('restore')
  }
  show = (): void => {
    this.#isVisible = true
    this.emit('show')
  }
  showInactive = (): void => this.show()
  hide = (): void => {
    this.#isVisible = false
    this.emit('hide')
  }
  close = (): void => {
    let isPrevented = false
    this.emit('close', {
      preventDefault: () => {
        isPrevented = true
      },
    })
    if (!isPrevented) this.destroy()
  }
  destroy = (): void => {
    this.#isDestroyed = true
    void this.webContents.destroy()
    this.emit('closed')
  }
}
