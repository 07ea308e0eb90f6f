import type { OrgEvent } from '#shared/contract/events'
import { LiveFrame, type LiveRequest } from '#shared/contract/live'
import { logError } from './log'
import { noOrganisation, onSessionEnd, useSession } from './session'
import { browserEnvironment, type LiveSocket, openSocket, type SocketEnvironment, type SocketState } from './socket'
import { createSlice } from './store'

export type Kind = OrgEvent['kind']
export type EventOf<K extends Kind> = Extract<OrgEvent, { kind: K }>

/** Details of an event besides its change. */
export interface EventContext {
  seq: number
  /** Null for the server itself. */
  actor_id: number | null
  at: string
}

type Handler = (change: OrgEvent, context: EventContext) => void

/** The state of the event stream, for example for the offline strip. */
export const useLive = createSlice('live', { state: 'closed' as SocketState }, set => ({
  become: (state: SocketState) => set({ state }),
}))

const handlers = new Map<Kind, Set<Handler>>()
const resyncs = new Set<() => void>()
/** The last number seen of each organisation during the life of this page. A reloaded page fetches snapshots anyway. */
const lastSeqs = new Map<number, number>()
onSessionEnd(() => lastSeqs.clear())

/**
 * Calls back for every event of these kinds in the chosen workspace, including one's own changes. An event may come
 * twice, so handlers must be idempotent. Returns the function that unsubscribes.
 */
export function onEvent<K extends Kind>(
  kinds: K | readonly K[],
  handler: (change: EventOf<K>, context: EventContext) => void,
): () => void {
  const all = typeof kinds === 'string' ? [kinds] : kinds
  // The map files every handler only under the kinds that it takes, so the cast is safe.
  const filed = handler as Handler
  for (const kind of all) {
    const ofKind = handlers.get(kind) ?? new Set()
    handlers.set(kind, ofKind.add(filed))
  }
  return () => {
    for (const kind of all) handlers.get(kind)?.delete(filed)
  }
}

/**
 * How long clients wait at most before they read what an event told all of them, in milliseconds, so that not all ask
 * the server at once. With 0 they do not wait.
 */
export const spreading = { within: 1_000 }
/** Returns a random part of that time. */
export const spreadDelay = (): number => Math.random() * spreading.within

/**
 * Calls back for events of these kinds that make many clients load something again: at a random moment soon, once for
 * all events of a key until then, with the last of them; at once for one's own changes. Events without a key are
 * ignored. Returns the function that unsubscribes.
 */
export function reloadOn<K extends Kind>(
  kinds: K | readonly K[],
  reload: (change: EventOf<K>) => void,
  keyOf: (change: EventOf<K>) => string | number | undefined = () => 'all',
): () => void {
  const planned = new Map<string | number, EventOf<K>>()
  return onEvent(kinds, (change, { actor_id }) => {
    const { userId, organizationId } = useSession.getState()
    const key = keyOf(change)
    if (key === undefined) return
    if (spreading.within === 0 || (actor_id !== null && actor_id === userId)) return reload(change)
    const isPlanned = planned.has(key)
    planned.set(key, change)
    if (isPlanned) return
    setTimeout(() => {
      const latest = planned.get(key)
      planned.delete(key)
      const isSame = useSession.getState().organizationId === organizationId
      if (latest && isSame) guarded(() => reload(latest))
    }, spreadDelay())
  })
}

/**
 * Calls back when events were missed for good, so that everything on screen must be loaded again. Returns the function
 * that unsubscribes.
 */
export function onResync(reload: () => void): () => void {
  resyncs.add(reload)
  return () => resyncs.delete(reload)
}

type MomentaryFrame = Exclude<LiveFrame, { event: 'event' | 'ready' | 'resync' }>
const momentaryHandlers = new Set<(frame: MomentaryFrame) => void>()

function tell(frame: MomentaryFrame): void {
  for (const handler of momentaryHandlers) guarded(() => handler(frame))
}

/** Calls back for what is not in the event log, such as who is writing, and what happens in pages that are open. */
export function onMomentary(handler: (frame: MomentaryFrame) => void): void {
  momentaryHandlers.add(handler)
}

let live: LiveSocket<LiveRequest> | null = null

/** Sends a frame if there is a connection; whether there is one. */
export function sendLive(request: LiveRequest): boolean {
  return live?.send(request) ?? false
}

/** See {@link LiveSocket.check}. */
export const checkLive = (): void => live?.check()

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

function listen(
  organization: number,
  environment: SocketEnvironment,
  whenListening: (begin: () => void) => void,
): LiveSocket<LiveRequest> {
  const socket: LiveSocket<LiveRequest> = openSocket<LiveRequest, typeof LiveFrame>(
    {
      address: '/sockets/chat',
      schema: LiveFrame,
      onFrame(frame) {
        if (!('seq' in frame) || frame.event === 'page') return tell(frame)
        const last = lastSeqs.get(organization)
        if (frame.event === 'event') {
          if (last !== undefined && frame.seq <= last) return
          lastSeqs.set(organization, frame.seq)
          const { change, ...context } = frame
          for (const handler of [...(handlers.get(change.kind) ?? [])]) guarded(() => handler(change, context))
          return
        }
        whenListening(() => {
          // The stream starts once the client names a position: after the last number seen, or now.
          if (frame.event === 'ready') socket.send({ event: 'resume', last_seq: last ?? frame.seq })
          // Data loaded before the page's first number may lack changes from in between.
          if (frame.event === 'resync' || last === undefined) {
            lastSeqs.set(organization, frame.seq)
            resync()
          }
        })
      },
      onState: state => useLive.getState().become(state),
    },
    environment,
  )
  return socket
}

/**
 * Keeps the event stream of the chosen workspace open while somebody is signed in. Called once at the start, and early: what
 * is loaded before the connection stands has to be loaded again. `whenListening` calls back once all handlers are there, and
 * at once by default. Returns the function that stops it.
 */
export function startLive(
  environment: SocketEnvironment = browserEnvironment,
  whenListening: (begin: () => void) => void = begin => begin(),
): () => void {
  let current = noOrganisation
  const follow = () => {
    const { tokens, organizationId } = useSession.getState()
    const wanted = tokens ? organizationId : noOrganisation
    if (wanted === current) return
    live?.close()
    current = wanted
    live = wanted === noOrganisation ? null : listen(wanted, environment, whenListening)
  }
  follow()
  const unfollow = useSession.subscribe(follow)
  return () => {
    unfollow()
    live?.close()
  }
}
