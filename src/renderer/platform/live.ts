import { LiveFrame, type LiveRequest, type OrgEvent } from '#shared/contract/live'
import { logError } from './log'
import { noOrganisation, onSessionEnd, useSession } from './session'
import { browserEnvironment, type LiveSocket, openSocket, type SocketEnvironment, type SocketState } from './socket'
import { createSlice } from './store'

type Kind = OrgEvent['kind']
type EventOf<K extends Kind> = Extract<OrgEvent, { kind: K }>

/** What comes with an event beside the change itself. */
export interface EventContext {
  seq: number
  /** Null for the server itself. */
  actor_id: number | null
  at: string
}

type Handler = (change: OrgEvent, context: EventContext) => void

/** The state of the event stream, for the offline strip and the like. */
export const useLive = createSlice('live', { state: 'closed' as SocketState }, set => ({
  become: (state: SocketState) => set({ state }),
}))

const handlers = new Map<Kind, Set<Handler>>()
const resyncs = new Set<() => void>()
/** The last number seen of each organisation, while this page lives: a page that loads anew loads snapshots anyway. */
const lastSeqs = new Map<number, number>()
onSessionEnd(() => lastSeqs.clear())

/**
 * Calls back for every event of these kinds in the chosen workspace, own changes included; the same event may come twice, so
 * applying it must be idempotent. Answers the function that unsubscribes.
 */
export function onEvent<K extends Kind>(
  kinds: K | readonly K[],
  handler: (change: EventOf<K>, context: EventContext) => void,
): () => void {
  const all = typeof kinds === 'string' ? [kinds] : kinds
  // A handler is only ever filed, and called, under the kinds that it takes.
  const filed = handler as Handler
  for (const kind of all) {
    const ofKind = handlers.get(kind) ?? new Set()
    handlers.set(kind, ofKind.add(filed))
  }
  return () => {
    for (const kind of all) handlers.get(kind)?.delete(filed)
  }
}

/** Calls back when events were missed for good: load again what is on the screen. Answers the function that unsubscribes. */
export function onResync(reload: () => void): () => void {
  resyncs.add(reload)
  return () => resyncs.delete(reload)
}

function resync(): void {
  for (const reload of [...resyncs]) guarded(reload)
}

function guarded(work: () => void): void {
  try {
    work()
  } catch (cause) {
    logError('An event could not be applied.', cause)
  }
}

function listen(organization: number, environment: SocketEnvironment): LiveSocket<LiveRequest> {
  const socket: LiveSocket<LiveRequest> = openSocket<LiveRequest, typeof LiveFrame>(
    {
      address: '/sockets/chat',
      schema: LiveFrame,
      onFrame(frame) {
        const last = lastSeqs.get(organization)
        if (frame.event === 'event') {
          if (last !== undefined && frame.seq <= last) return
          lastSeqs.set(organization, frame.seq)
          const { change, ...context } = frame
          for (const handler of [...(handlers.get(change.kind) ?? [])]) guarded(() => handler(change, context))
          return
        }
        // The stream begins when we say from where: behind what we saw, or here and now.
        if (frame.event === 'ready') socket.send({ event: 'resume', last_seq: last ?? frame.seq })
        // What features loaded before the first number of this page's life may lack what happened in between.
        if (frame.event === 'resync' || last === undefined) {
          lastSeqs.set(organization, frame.seq)
          resync()
        }
      },
      onState: state => useLive.getState().become(state),
    },
    environment,
  )
  return socket
}

/**
 * Keeps the event stream of the chosen workspace open while somebody is signed in. Call once at start; answers the function that
 * stops it.
 */
export function startLive(environment: SocketEnvironment = browserEnvironment): () => void {
  let socket: LiveSocket<LiveRequest> | null = null
  let current = noOrganisation
  const follow = () => {
    const { tokens, organizationId } = useSession.getState()
    const wanted = tokens ? organizationId : noOrganisation
    if (wanted === current) return
    socket?.close()
    current = wanted
    socket = wanted === noOrganisation ? null : listen(wanted, environment)
  }
  follow()
  const unfollow = useSession.subscribe(follow)
  return () => {
    unfollow()
    socket?.close()
  }
}
