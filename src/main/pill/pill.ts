import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebContents } from 'electron'
import type { PillAppearance } from '#shared/contract/desktop'
import type { Clock } from '../platform/clock'
import { logError } from '../platform/log'
import { pillSize, placePill, type Spot } from './place'

export interface PillParts {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly screen: Pick<Screen, 'getAllDisplays' | 'on'>
  readonly clock: Pick<Clock, 'after'>
  readonly webPreferences: BrowserWindowConstructorOptions['webPreferences']
  readonly address: string
  readonly read: () => Spot | null
  readonly write: (spot: Spot) => void
  /** Sends its page the texts. */
  readonly tell: (look: PillAppearance) => void
  /** It is gone and cannot be restored. */
  readonly onLost: () => void
}

/** The position is stored once nobody has moved it for this many milliseconds. */
const storePositionAfter = 400

/**
 * A small window above all others that shows what leaves this computer while the app's own window is out of sight
 * [D34]. It can be moved but not closed, and takes no focus when it appears.
 */
export class Pill {
  #window: BrowserWindow | null = null
  #look: PillAppearance | null = null
  #isLoaded = false
  #forgetMove = () => {}

  constructor(private readonly parts: PillParts) {
    parts.screen.on('display-removed', () => this.#keepOnScreen())
    parts.screen.on('display-metrics-changed', () => this.#keepOnScreen())
  }

  get contents(): WebContents | null {
    return this.#window?.webContents ?? null
  }

  /** Throws if no window can be opened. */
  show(look: PillAppearance): void {
    this.#look = look
    if (!this.#window) this.#open()
    else if (this.#isLoaded) this.parts.tell(look)
  }

  hide(): void {
    const window = this.#window
    this.#window = null
    this.#forgetMove()
    if (window && !window.isDestroyed()) window.destroy()
  }

  #open(): void {
    const { create, screen, webPreferences, address, read } = this.parts
    const window = create({
      ...pillSize,
      ...placePill(read(), screen.getAllDisplays()),
      show: false,
      title: 'Wheelhouse',
      // Violet from the first moment, before its page is loaded.
      backgroundColor: '#5b2bb5',
      frame: false,
      alwaysOnTop: true,
      skipTaskbar: true,
      ...{ resizable: false, minimizable: false, maximizable: false, fullscreenable: false, closable: false },
      // A click on Stop counts, whichever program has the focus.
      acceptFirstMouse: true,
      webPreferences,
    })
    this.#window = window
    this.#isLoaded = false
    window.on('close', event => event.preventDefault())
    window.on('closed', () => this.#gone(window))
    window.on('move', () => this.#moved())
    window.webContents.on('render-process-gone', () => this.#gone(window))
    window.setAlwaysOnTop(true, 'screen-saver')
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
    window.showInactive()
    window.loadURL(address).then(
      () => {
        if (this.#window !== window) return
        this.#isLoaded = true
        if (this.#look) this.parts.tell(this.#look)
      },
      cause => {
        if (this.#window === window) logError('The pill could not be drawn.', cause)
        this.#gone(window)
      },
    )
  }

  /** A window that was shown before is opened again; one that never was would fail again. */
  #gone(window: BrowserWindow): void {
    if (this.#window !== window) return
    const didStand = this.#isLoaded
    this.hide()
    try {
      if (!didStand) throw new Error('It was closed before it was shown.')
      this.#open()
    } catch (cause) {
      logError('The pill cannot be shown.', cause)
      this.parts.onLost()
    }
  }

  #moved(): void {
    this.#forgetMove()
    this.#forgetMove = this.parts.clock.after(storePositionAfter, () => {
      const spot = this.#keepOnScreen()
      if (spot) this.parts.write(spot)
    })
  }

  #keepOnScreen(): Spot | null {
    if (!this.#window || this.#window.isDestroyed()) return null
    const { x, y } = this.#window.getBounds()
    const spot = placePill({ x, y }, this.parts.screen.getAllDisplays())
    if (spot.x !== x || spot.y !== y) this.#window.setPosition(spot.x, spot.y)
    return spot
  }
}
