import type { FeedRequest } from '#shared/contract/sources'

type Wish = Extract<FeedRequest, { event: 'stop_sharing' | 'pause_sharing' | 'resume_sharing' }>

/** What the person wishes on their other computers that share. The last wish waits for a connection that carries it. */
export class OtherComputers {
  #waiting: Wish | null = null

  constructor(private readonly send: (wish: Wish) => boolean) {}

  tell(wish: Wish): void {
    this.#waiting = this.send(wish) ? null : wish
  }

  /** The connection stands. */
  sayAgain(): void {
    if (this.#waiting) this.tell(this.#waiting)
  }

  /** Somebody else is signed in. */
  forget(): void {
    this.#waiting = null
  }
}
