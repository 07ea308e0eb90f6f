import type { CaptureStatus, PillLook } from '#shared/contract/desktop'
import { logError } from '../platform/log'

export interface IndicatorParts {
  readonly tray: { update(status: CaptureStatus): void }
  readonly pill: { show(look: PillLook): void; hide(): void }
  /** What the pill says; null while nothing is shared. */
  readonly look: (status: CaptureStatus) => PillLook | null
  /** Whether a person can see the app's window, where the strip is. */
  readonly isWindowSeen: () => boolean
  /** What has to be said cannot be. */
  readonly onLost: () => void
}

/** What says outside the page that the screen is shared: the tray always, the pill while the window is out of sight [D34]. */
export class Indicator {
  #status: CaptureStatus | null = null

  constructor(private readonly parts: IndicatorParts) {}

  /** Throws where it cannot be said. */
  show(status: CaptureStatus): void {
    this.#status = status
    const { tray, pill, look, isWindowSeen } = this.parts
    tray.update(status)
    const said = isWindowSeen() ? null : look(status)
    if (said) pill.show(said)
    else pill.hide()
  }

  update(status: CaptureStatus): void {
    try {
      this.show(status)
    } catch (cause) {
      logError('It cannot be shown any more that the screen is shared.', cause)
      this.parts.onLost()
    }
  }

  /** The window was hidden, minimised or brought back. */
  windowChanged(): void {
    if (this.#status) this.update(this.#status)
  }
}
