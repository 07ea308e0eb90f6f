import type { Clock } from '../clock'

/** A message without a provider that could deliver it [D10]. */
export interface OutboxItem {
  to: string
  kind: 'email' | 'sms'
  text: string
  /** The one-time code in it, if there is one. */
  code: string | null
  at: string
}

/** Messages for the operator to read on loopback; only the newest ones, and only in memory. */
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

  /** Newest first; optionally only those to one address, in any notation. */
  list(to?: string): OutboxItem[] {
    return this.#items.filter(item => !to || comparable(item.to) === comparable(to))
  }
}

/** Numbers by their digits (a plus sign in a URL arrives as a space), e-mail addresses in lower case. */
function comparable(address: string): string {
  return address.includes('@') ? address.trim().toLowerCase() : address.replace(/\D/g, '')
}
