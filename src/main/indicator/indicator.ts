import type { CaptureStatus, PillAppearance } from '#shared/contract/desktop'
import { logError } from '../platform/log'

export interface IndicatorParts {
  readonly tray: { update(status: CaptureStatus): void }
  readonly pill: { show(look: PillAppearance): void; hide(): void }
  /** The texts of the pill; null while nothing is shared. */
  readonly look: (status: CaptureStatus) => PillAppearance | null
  /** Whether a person can see the app's window, which has the strip. */
  readonly isWindowSeen: () => boolean
  /** The indicator cannot be shown any more. */
  readonly onLost: () => void
}

/**
 * Shows outside the page that the screen is shared: the tray always, the pill while the window is out of sight [D34].
 */
export class Indicator {
  #status: CaptureStatus | null = null

  constructor(private readonly parts: IndicatorParts) {}

  /** Throws if it cannot be shown. */
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
      logError('The indicator of sharing can no longer be shown.', cause)
      this.parts.onLost()
    }
  }

  /** The window was hidden, minimised or brought back. */
  windowChanged(): void {
    if (this.#status) this.update(this.#status)
  }
}
