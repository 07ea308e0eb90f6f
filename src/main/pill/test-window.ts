import { EventEmitter } from 'node:events'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'

/** A fake of the window functions that the pill uses; records calls. */
export class FakeWindow extends EventEmitter {
  readonly webContents = new EventEmitter()
  readonly done: string[] = []
  loaded: { stands(): void; fails(): void } = { stands: () => undefined, fails: () => undefined }
  isGone = false
  bounds

  constructor(readonly options: BrowserWindowConstructorOptions) {
    super()
    const { x = 0, y = 0, width = 0, height = 0 } = options
    this.bounds = { x, y, width, height }
  }

  loadURL = (address: string): Promise<void> =>
    new Promise((resolve, reject) => {
      this.done.push(`loads ${address}`)
      this.loaded = { stands: resolve, fails: () => reject(new Error('no page')) }
    })
  setAlwaysOnTop = (isOn: boolean): void => void this.done.push(`on top ${isOn}`)
  setVisibleOnAllWorkspaces = (isOn: boolean): void => void this.done.push(`everywhere ${isOn}`)
  showInactive = (): void => void this.done.push('shown without focus')
  isDestroyed = (): boolean => this.isGone
  destroy = (): void => {
    this.isGone = true
    this.emit('closed')
  }
  getBounds = () => this.bounds
  setPosition = (x: number, y: number): void => {
    this.bounds = { ...this.bounds, x, y }
    this.emit('move')
  }

  get asWindow(): BrowserWindow {
    return this as unknown as BrowserWindow
  }
}
