import type { MenuItemConstructorOptions } from 'electron'
import type { CaptureStatus } from '#shared/contract/desktop'

export interface TrayTexts {
  readonly tray: string
  readonly traySharing: string
  readonly trayPaused: string
  readonly trayReconnecting: string
  readonly trayPictures: string
  readonly trayWatching: string
  readonly trayNobody: string
  readonly job: string
  readonly pause: string
  readonly resume: string
  readonly stop: string
  readonly open: string
  readonly quit: string
}

export interface TrayActions {
  open(): void
  pause(): void
  resume(): void
  stop(): void
  quit(): void
}

/** The functions of the tray icon that are used; `show` throws if there can be none. */
export interface TrayIcon {
  show(look: { isSharing: boolean; title: string; menu: MenuItemConstructorOptions[] }): void
}

export const stopKeys = 'Control+Alt+S'

const says = (label: string): MenuItemConstructorOptions => ({ label, enabled: false })

/** The tray always says in words what leaves this computer, and to whom [D34]. */
export class SharingTray {
  constructor(
    private readonly icon: TrayIcon,
    private readonly texts: () => TrayTexts,
    private readonly fill: (text: string, values: Record<string, string>) => string,
    private readonly actions: TrayActions,
  ) {}

  update(status: CaptureStatus): void {
    const { open, quit } = this.actions
    const isSharing = status.sharing !== 'off'
    this.icon.show({
      isSharing,
      title: this.#title(status),
      menu: [
        ...(isSharing ? this.#sharing(status) : []),
        { label: this.texts().open, click: open },
        { label: this.texts().quit, click: quit },
      ],
    })
  }

  #title({ sharing, what }: CaptureStatus): string {
    const texts = this.texts()
    const named = { what: what ?? '' }
    if (sharing === 'sharing') return this.fill(texts.traySharing, named)
    if (sharing === 'paused') return this.fill(texts.trayPaused, named)
    return sharing === 'reconnecting' ? texts.trayReconnecting : texts.tray
  }

  /** The viewers. Without a connection they are unknown, and nothing is sent that they could see. */
  #watching({ sharing, viewers }: CaptureStatus): MenuItemConstructorOptions[] {
    if (sharing === 'reconnecting') return []
    const texts = this.texts()
    const names = viewers.map(({ name, job_id }) => (job_id === null ? name : this.fill(texts.job, { name })))
    return [
      ...(names.length > 0 ? [says(texts.trayWatching), ...names.map(says)] : [says(texts.trayNobody)]),
      { type: 'separator' },
    ]
  }

  #sharing(status: CaptureStatus): MenuItemConstructorOptions[] {
    const texts = this.texts()
    const { pause, resume, stop } = this.actions
    const isPaused = status.sharing === 'paused'
    return [
      says(this.#title(status)),
      says(this.fill(texts.trayPictures, { count: String(status.pictures_taken) })),
      { type: 'separator' },
      ...this.#watching(status),
      { label: texts.stop, click: stop, accelerator: stopKeys, registerAccelerator: false },
      isPaused ? { label: texts.resume, click: resume } : { label: texts.pause, click: pause },
      { type: 'separator' },
    ]
  }
}
