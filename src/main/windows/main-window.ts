import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron'
import { placeWindow, type WindowState } from './window-state'

export interface MainWindowParts {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly screen: Pick<Screen, 'getAllDisplays'>
  readonly webPreferences: BrowserWindowConstructorOptions['webPreferences']
  readonly icon: string
  readonly address: string
  readonly read: () => WindowState | null
  readonly write: (state: WindowState) => void
  /** It may have become visible or hidden. */
  readonly onSight: () => void
}

const least = { minWidth: 360, minHeight: 480 } as const

/** The app's single window. Closing it hides it: background work continues, as the tray shows. */
export class MainWindow {
  #window: BrowserWindow | null = null
  #isQuitting = false

  constructor(private readonly parts: MainWindowParts) {}

  get window(): BrowserWindow | null {
    return this.#window
  }

  get isVisible(): boolean {
    return this.#window?.isVisible() ?? false
  }

  /** Whether a person can see it, apart from other windows above it. */
  get isInSight(): boolean {
    return this.isVisible && this.#window?.isMinimized() === false
  }

  /** Opens it, or brings it to the front. `hidden`: started with the computer. */
  async open({ hidden = false } = {}): Promise<void> {
    if (!this.#window) return this.#create(hidden)
    if (hidden) return
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  /** From here on, closing really closes it. */
  quitting(): void {
    this.#isQuitting = true
  }

  async #create(hidden: boolean): Promise<void> {
    const { create, screen, webPreferences, icon, address, read, onSight } = this.parts
    const kept = read()
    const window = create({
      ...placeWindow(kept, screen.getAllDisplays()),
      ...least,
      show: false,
      title: 'Wheelhouse',
      icon,
      backgroundColor: '#f4f6f8',
      webPreferences,
    })
    this.#window = window
    if (kept?.isMaximized && !hidden) window.maximize()
    window.on('close', event => {
      this.#remember(window)
      if (this.#isQuitting) return
      event.preventDefault()
      window.hide()
    })
    window.on('closed', () => {
      this.#window = null
      onSight()
    })
    window.on('show', onSight)
    window.on('hide', onSight)
    window.on('minimize', onSight)
    window.on('restore', onSight)
    await window.loadURL(address)
    if (!hidden) window.show()
  }

  #remember(window: BrowserWindow): void {
    const { x, y, width, height } = window.getNormalBounds()
    this.parts.write({ x, y, width, height, isMaximized: window.isMaximized() })
  }
}
