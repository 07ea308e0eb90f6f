import { channels, type PillBridge, pushes } from '#shared/contract/desktop'
import { logError } from './log'

declare global {
  interface Window {
    /** What the desktop app offers the page of its pill. Every other page has none of it. */
    readonly wheelhousePill?: PillBridge
  }
}

/** The desktop app around the pill's page, or null anywhere else. What comes from it is checked, as on the app's own page. */
export function pillBridge(): PillBridge | null {
  const raw = window.wheelhousePill
  if (!raw) return null
  return {
    stopCapture: async () => channels.stopCapture.output.parse(await raw.stopCapture(undefined)),
    on: {
      pillChanged: listener =>
        raw.on.pillChanged(value => {
          const parsed = pushes.pillChanged.safeParse(value)
          if (parsed.success) listener(parsed.data)
          else logError('The desktop said to the pill what is not the contract’s.', parsed.error.issues)
        }),
    },
  }
}
