import type { z } from 'zod'
import { closeCodes } from '#shared/contract/live'
import { sockets } from '#shared/limits'
import { type Backoff, backoff } from '#shared/rules/retry'
import { steadyClock } from '#shared/rules/steady-clock'
import { browserClock, type Clock } from './clock'
import { serverOrigin } from './desktop-app'
import { guestCredentials, useGuest } from './guest'
import { logError } from './log'
import { useSession } from './session'
import { usableTokens } from './tokens'

export type SocketAddress = '/sockets/chat' | '/sockets/mate' | '/sockets/feed'
const letsGuestsIn: readonly SocketAddress[] = ['/sockets/mate']

/**
 * `waiting`: between two attempts. `resting`: after the last attempt, until there is a reason to try again. `refused`
 * and `closed` are final.
 */
export type SocketState = 'connecting' | 'open' | 'waiting' | 'resting' | 'refused' | 'closed'

/**
 * A limited number of attempts: the first soon after a loss, the others at this interval, and none afterwards.
 * Milliseconds.
 */
interface Tries {
  most: number
  delay: number
}

interface SocketOptions<S extends z.ZodType> {
  address: SocketAddress
  /** Parses every frame; a frame that does not match is logged and dropped. */
  schema: S
  onFrame(frame: z.output<S>): void
  /** Called when the connection is open, for the first time or again. Send the resume position here. */
  onOpen?(): void
  /** `tries` counts the attempts since the connection was last open, including the one being waited for. */
  onState?(state: SocketState, tries: number): void
  /** Without it, attempts continue forever at growing intervals. */
  tries?: Tries
}

export interface LiveSocket<Request> {
  readonly state: SocketState
  /** Returns false when there is no connection; then nothing is sent or queued. */
  send(request: Request): boolean
  /** Retries now, if it waits or rests. */
  retry(): void
  /** Asks for a sign of life, and reconnects if none comes soon: a connection may look open and be lost. */
  check(): void
  close(): void
}

/** What a socket needs from its surroundings; tests replace it. */
export interface SocketEnvironment {
  clock: Clock
  open(address: string, protocols: string[]): WebSocket
  /**
   * Calls back when a new attempt is promising, because the network is back or the window is in view. Returns the
   * function that unsubscribes.
   */
  onReconnect(reconnect: () => void): () => void
}

const reconnecting: Backoff = { first: 300, most: 15_000 }
/** How long an attempt may take before the next one. */
const openWithin = 15_000

export const browserEnvironment: SocketEnvironment = {
  clock: browserClock,
  open: (address, protocols) => new WebSocket(address, protocols),
  onReconnect(reconnect) {
    const onVisible = () => {
      if (document.visibilityState === 'visible') reconnect()
    }
    window.addEventListener('online', reconnect)
    window.addEventListener('focus', reconnect)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', reconnect)
      window.removeEventListener('focus', reconnect)
      document.removeEventListener('visibilitychange', onVisible)
    }
  },
}

/**
 * A socket of the signed-in person in the chosen workspace, or of a guest. It reconnects until it is closed or refused,
 * with ping and pong [9.5], with backoff and jitter or a limited number of attempts, and at once when the network or
 * the window is back. 4401 refreshes the tokens first; 4403 ends it.
 */
export function openSocket<Request, S extends z.ZodType>(
  options: SocketOptions<S>,
  environment: SocketEnvironment = browserEnvironment,
): LiveSocket<Request> {
  const { clock } = environment
  let state: SocketState = 'connecting'
  let socket: WebSocket | null = null
  let tries = 0
  /** Increases with every attempt, so that events of older attempts are ignored. */
  let attempt = 0
  let refusedToken: string | undefined
  const steady = steadyClock(clock)
  let lastHeard = 0
  const cancel = { retry: () => {}, ping: () => {}, pong: () => {}, opening: () => {} }

  const isOver = () => state === 'closed' || state === 'refused'
  function become(next: SocketState): void {
    if (state === next) return
    state = next
    options.onState?.(next, tries)
  }

  function drop(): void {
    attempt += 1
    for (const stop of Object.values(cancel)) stop()
    socket?.close(closeCodes.normal)
    socket = null
  }

  async function connect(): Promise<void> {
    drop()
    const mine = attempt
    become('connecting')
    const guest = letsGuestsIn.includes(options.address) ? guestCredentials() : null
    const usable = guest ? null : await usableTokens(refusedToken)
    if (mine !== attempt) return
    if (usable?.ok === false) {
      if (usable.why === 'signed-out') end('closed')
      else tryAgain()
      return
    }
    refusedToken = undefined
    const opened = guest
      ? environment.open(
          addressOf(options.address, { guest_id: guest.guest_id }),
          protocolsWith('guest_token', guest.guest_token),
        )
      : environment.open(
          addressOf(options.address, personalQuery()),
          protocolsWith('access_token', usable?.tokens.AccessToken ?? ''),
        )
    socket = opened
    cancel.opening = clock.after(openWithin, tryAgain)
    opened.onopen = () => {
      if (mine !== attempt) return
      cancel.opening()
      lastHeard = steady()
      become('open')
      cancel.ping = clock.after(sockets.ping, ping)
      options.onOpen?.()
    }
    opened.onmessage = ({ data }) => {
      if (mine === attempt) onMessage(data)
    }
    opened.onclose = ({ code }) => {
      if (mine !== attempt) return
      if (guest && code === closeCodes.tokenExpired) {
        end('closed')
        useGuest.getState().end(guest.guest_id)
      } else lose(code, usable?.tokens.IdToken)
    }
  }

  function onMessage(data: unknown): void {
    tries = 0
    lastHeard = steady()
    cancel.pong()
    if (data === 'pong') return
    const frame = parseFrame(options.schema, data)
    if (frame.success) options.onFrame(frame.data)
    else logError(`A frame on ${options.address} is not the contract's and was left out.`, frame.error.issues)
  }

  /** What is sent while a connection closes would be lost, and the browser prints an error for it. */
  function sendText(text: string): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(text)
    return true
  }

  function ping(): void {
    sendText('ping')
    cancel.ping()
    cancel.pong()
    cancel.ping = clock.after(sockets.ping, ping)
    cancel.pong = clock.after(sockets.pongWait, tryAgain)
  }

  const check = () => {
    if (state === 'open') ping()
  }

  function lose(code: number, IdToken: string | undefined): void {
    socket = null
    if (code === closeCodes.notMember) end('refused')
    else if (code === closeCodes.tooFast) retryIn(reconnecting.most)
    else if (code !== closeCodes.tokenExpired) tryAgain()
    else {
      refusedToken = IdToken
      // If a fresh token is rejected too, refreshing again at once would start a loop.
      if (tries > 0) tryAgain()
      else {
        tries += 1
        retryIn(sockets.afterRefresh)
      }
    }
  }

  function tryAgain(): void {
    if (!options.tries || tries < options.tries.most) retryIn(delay())
    else {
      drop()
      become('resting')
    }
  }

  function delay(): number {
    if (options.tries) {
      tries += 1
      return tries === 1 ? sockets.afterRefresh : options.tries.delay
    }
    const pause = backoff(tries, clock.random(), reconnecting)
    tries += 1
    return Math.max(reconnecting.first, pause)
  }

  function retryIn(ms: number): void {
    drop()
    become('waiting')
    cancel.retry = clock.after(ms, () => void connect())
  }

  function end(final: 'refused' | 'closed'): void {
    drop()
    stopListening()
    become(final)
  }

  function retry(): void {
    if (state === 'resting') tries = 0
    if (state === 'waiting' || state === 'resting') void connect()
  }

  const stopListening = environment.onReconnect(() => {
    if (isOver()) return
    retry()
    // After sleep, a laptop has a socket that looks open and is not.
    if (steady() - lastHeard > sockets.pongWait) check()
  })
  void connect()

  return {
    get state() {
      return state
    },
    send(request) {
      return state === 'open' && sendText(JSON.stringify(request))
    },
    retry,
    check,
    close: () => end('closed'),
  }
}

function addressOf(path: SocketAddress, query: Record<string, string>): string {
  return `${serverOrigin().replace(/^http/, 'ws')}${path}?${new URLSearchParams(query)}`
}

function personalQuery(): Record<string, string> {
  const { userId, organizationId } = useSession.getState()
  return { user_id: String(userId), organization_id: String(organizationId) }
}

/**
 * The server accepts the first protocol and reads the token from the second. The token is not in the address, because
 * browsers print the address of failed connections to the console.
 */
const protocolsWith = (name: 'access_token' | 'guest_token', token: string): string[] => [
  'wheelhouse',
  `${name}.${token}`,
]

function parseFrame<S extends z.ZodType>(schema: S, data: unknown): z.ZodSafeParseResult<z.output<S>> {
  let json: unknown
  try {
    json = JSON.parse(String(data))
  } catch {
    json = undefined
  }
  return schema.safeParse(json)
}
