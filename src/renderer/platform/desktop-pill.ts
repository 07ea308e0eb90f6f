import { channels, type PillBridge, pushes } from '#shared/contract/desktop'
import { logError } from './log'

declare global {
  interface Window {
    /** The bridge that the desktop app offers to the page of its pill; no other page has it. */
    readonly wheelhousePill?: PillBridge
  }
}

/**
 * Returns the bridge of the pill's page, or null elsewhere. Its messages are validated like those of the app's main
 * page.
 */
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
          else logError('The desktop app sent the pill a message that breaks the contract.', parsed.error.issues)
        }),
    },
  }
}
