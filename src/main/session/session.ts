import { DesktopSession } from '#shared/contract/desktop'
import type { Clock } from '../platform/clock'
import { isExpired, issuedAt } from './jwt'

export type Tokens = DesktopSession['tokens']

export interface SessionPorts {
  clock: Pick<Clock, 'now'>
  /** Where the session is stored between runs, as text. */
  vault: { read(): string | null; write(text: string | null): void }
  /** Exchanges a refresh token. Null if the server refuses it; throws while the network is unavailable. */
  refresh(refreshToken: string): Promise<Tokens | null>
  /** Another person or nobody is signed in now, or another organisation is selected. */
  onChange(session: DesktopSession | null): void
  /** The tokens were renewed, or the session ended here. */
  onTokens(tokens: Tokens | null): void
}

/** The session of this computer. Only the main process refreshes, because a refresh token works once [4.1, D9]. */
export class Session {
  #current: DesktopSession | null
  /** How far the server's clock is ahead of this one's, in milliseconds. */
  #ahead = 0
  #refreshing: Promise<Tokens | null> | null = null

  constructor(private readonly ports: SessionPorts) {
    this.#current = parseSession(ports.vault.read())
  }

  get current(): DesktopSession | null {
    return this.#current
  }

  /** Takes the page's session. Its tokens may be older than those that were renewed here meanwhile. */
  set(session: DesktopSession | null): void {
    const before = this.#current
    const isSamePerson = session !== null && before?.user_id === session.user_id
    const isOlder = isSamePerson && issuedAt(session.tokens.IdToken) < issuedAt(before.tokens.IdToken)
    const next = isOlder ? { ...session, tokens: before.tokens } : session
    if (next && !isOlder) this.#learnClock(next.tokens)
    this.#keep(next)
    if (isOlder) this.ports.onTokens(before.tokens)
    if (before?.user_id !== next?.user_id || before?.organization_id !== next?.organization_id)
      this.ports.onChange(next)
  }

  /**
   * Valid tokens, renewed if expired or with `force`; null once the server refused. Throws while the network is
   * unavailable.
   */
  async fresh({ force }: { force: boolean }): Promise<Tokens | null> {
    if (!this.#current) return null
    const { tokens } = this.#current
    if (!force && !isExpired(tokens.IdToken, this.ports.clock.now(), this.#ahead)) return tokens
    this.#refreshing ??= this.#refresh(tokens.RefreshToken).finally(() => {
      this.#refreshing = null
    })
    return this.#refreshing
  }

  async #refresh(refreshToken: string): Promise<Tokens | null> {
    const tokens = await this.ports.refresh(refreshToken)
    // Signed out or signed in again while the reply was on its way, so it is discarded.
    if (this.#current?.tokens.RefreshToken !== refreshToken) return this.#current?.tokens ?? null
    if (tokens) {
      this.#learnClock(tokens)
      this.#keep({ ...this.#current, tokens })
    } else this.#keep(null)
    this.ports.onTokens(tokens)
    if (!tokens) this.ports.onChange(null)
    return tokens
  }

  #learnClock({ IdToken }: Tokens): void {
    const issued = issuedAt(IdToken)
    // Only a new token reveals the server's time.
    const ahead = issued - this.ports.clock.now()
    this.#ahead = issued > 0 && ahead > 0 ? ahead : 0
  }

  #keep(session: DesktopSession | null): void {
    this.#current = session
    this.ports.vault.write(session && JSON.stringify(session))
  }
}

function parseSession(text: string | null): DesktopSession | null {
  if (text === null) return null
  try {
    return DesktopSession.parse(JSON.parse(text))
  } catch {
    return null
  }
}
