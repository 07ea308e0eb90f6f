import { createContext, type ReactNode, useContext } from 'react'

const Reason = createContext<string | null>(null)

/** The id of the element with the reason; it describes every disabled command. */
const reasonId = 'server-away'

interface Props {
  /** Why commands that need the server are disabled; null while the server is reachable. */
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

/** Returns why a command is disabled; null if it is not, or if it does not need the server. */
export function useServerAway(needsServer = true): string | null {
  const reason = useContext(Reason)
  return needsServer ? reason : null
}

/**
 * The attributes of a command disabled by the missing server. It keeps its focus and name, so that people can find the
 * reason.
 */
export const awayAttributes = (away: string | null, describedBy?: string) =>
  away === null
    ? {}
    : {
        'aria-disabled': true as const,
        'aria-describedby': describedBy === undefined ? reasonId : `${describedBy} ${reasonId}`,
        'data-away': '',
      }
