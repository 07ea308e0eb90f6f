import type { Clock } from '../clock'

/** A message that has no provider to carry it [D10]. */
export interface OutboxItem {
  to: string
  kind: 'email' | 'sms'
  text: string
  /** The one-time code in it, if it carries one. */
  code: string | null
  at: string
}

/** What waits to be read by the operator on loopback; the newest items only, in memory only. */
export class Outbox {
  readonly #items: OutboxItem[] = []

  constructor(
    private readonly clock: Clock,
    private readonly print: (item: OutboxItem) => void,
    private readonly atMost = 200,
  ) {}

  put(item: Omit<OutboxItem, 'at'>): void {
    const dated = { ...item, at: new Date(this.clock.now()).toISOString() }
    this.#items.unshift(dated)
    this.#items.length = Math.min(this.#items.length, this.atMost)
    this.print(dated)
  }

  /** Newest first; only those to one address, if it is given, however it is typed. */
  list(to?: string): OutboxItem[] {
    return this.#items.filter(item => !to || comparable(item.to) === comparable(to))
  }
}

/** Numbers by their digits (a plus sign in an address bar arrives as a space), e-mails in lower case. */
function comparable(address: string): string {
  return address.includes('@') ? address.trim().toLowerCase() : address.replace(/\D/g, '')
}
