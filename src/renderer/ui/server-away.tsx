import { createContext, type ReactNode, useContext } from 'react'

const Reason = createContext<string | null>(null)

/** The element that says why commands cannot be used; every such command is described by it. */
const reasonId = 'server-away'

interface Props {
  /** Why commands that need the server cannot be used now; null while the server can be reached. */
  reason: string | null
  children: ReactNode
}

/** Disables every command inside that needs the server, while there is a reason. */
export function ServerAway({ reason, children }: Props) {
  return (
    <Reason.Provider value={reason}>
      {children}
      {reason !== null && (
        <p id={reasonId} hidden>
          {reason}
        </p>
      )}
    </Reason.Provider>
  )
}

/** Why a command cannot be used now; null where it can, or where it does not need the server. */
export function useServerAway(needsServer = true): string | null {
  const reason = useContext(Reason)
  return needsServer ? reason : null
}

/**
 * The attributes of a command that the missing server disables. It keeps the focus and its name, so that its reason can
 * be found.
 */
export const awayAttributes = (away: string | null, describedBy?: string) =>
  away === null
    ? {}
    : {
        'aria-disabled': true as const,
        'aria-describedby': describedBy === undefined ? reasonId : `${describedBy} ${reasonId}`,
        'data-away': '',
      }
