import type { BrowserWindow, Session } from 'electron'
import { logError } from '../platform/log'
import { chooseSource, type Grabber } from './grabber'
import { endScript, grabScript, openScript } from './held-page'
import type { StreamSource } from './state-machine'

/** An invisible window for the page that holds the stream. */
export interface HiddenWindow {
  webContents: Pick<BrowserWindow['webContents'], 'executeJavaScript'>
  loadURL(url: string): Promise<void>
  isDestroyed(): boolean
  destroy(): void
}

export interface PersistentStreamOptions {
  /** An empty page in a secure context, which browsers require for display capture. */
  page: string
  /** Opens the window in a session of its own, in which `answerWith` answers its request for a display. */
  openWindow(): HiddenWindow
  session: Pick<Session, 'setDisplayMediaRequestHandler'>
  /** Asks the portal, which shows its dialog: a person chooses there, not in the app. */
  pick(): Promise<readonly StreamSource[]>
  /** The system or the person ended the stream [4.11c]. */
  onEnded(): void
}

/**
 * Captures pictures from one stream that is held while sharing. On Wayland every listing of the sources asks the person
 * again, so it is done once, and each picture is drawn from the stream. Tested with a stand-in for the window, and in
 * Chromium under X11, but not on a Wayland desktop.
 */
export class PersistentStream implements Grabber {
  #window: HiddenWindow | null = null
  #held: StreamSource | null = null

  constructor(private readonly parts: PersistentStreamOptions) {}

  /** Only the portal can list and preview sources. */
  async list() {
    return [{ id: '', name: 'Entire screen', thumbnail: '' }]
  }

  async hold(): Promise<StreamSource | null> {
    if (this.#held && this.#window && !this.#window.isDestroyed()) return this.#held
    this.release()
    const { session, pick, openWindow, onEnded } = this.parts
    let picked: StreamSource | null = null
    session.setDisplayMediaRequestHandler((_, answer) => {
      pick().then(
        sources => {
          picked = chooseSource(sources)
          // An empty answer refuses the page.
          answer(picked ? { video: picked } : {})
        },
        cause => {
          logError('Error starting screen capture:', cause)
          answer({})
        },
      )
    })
    const window = openWindow()
    this.#window = window
    const isOpen = await this.#open(window).then(
      () => true,
      cause => {
        logError('Error starting screen capture:', cause)
        return false
      },
    )
    if (this.#window !== window) return null
    if (!picked || !isOpen) {
      this.release()
      return null
    }
    this.#held = picked
    window.webContents.executeJavaScript(endScript).then(
      () => {
        if (this.#window === window) onEnded()
      },
      // The window was closed deliberately, so there is nothing to report.
      () => undefined,
    )
    return picked
  }

  async #open(window: HiddenWindow): Promise<void> {
    await window.loadURL(this.parts.page)
    // Runs as if by a user gesture, which browsers require for display capture.
    await window.webContents.executeJavaScript(openScript, true)
  }

  async grab(): Promise<Buffer> {
    const window = this.#window
    if (!window || window.isDestroyed() || !this.#held) throw new Error('No source is held.')
    const picture: unknown = await window.webContents.executeJavaScript(grabScript)
    if (this.#window !== window) throw new Error('The source was released.')
    if (typeof picture !== 'string' || picture === '') throw new Error('There is no picture of the source.')
    return Buffer.from(picture, 'base64')
  }

  release(): void {
    const window = this.#window
    this.#window = null
    this.#held = null
    if (window && !window.isDestroyed()) window.destroy()
  }
}
