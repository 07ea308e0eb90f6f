import type { FeedRequest } from '#shared/contract/sources/endpoints'

type SharingRequest = Extract<FeedRequest, { event: 'stop_sharing' | 'pause_sharing' | 'resume_sharing' }>

/** Requests to the person's other computers that share. The last request waits for a connection. */
export class OtherComputers {
  #waiting: SharingRequest | null = null

  constructor(private readonly send: (params: SharingRequest) => boolean) {}

  request(params: SharingRequest): void {
    this.#waiting = this.send(params) ? null : params
  }

  /** The connection is open. */
  resend(): void {
    if (this.#waiting) this.request(this.#waiting)
  }

  /** Somebody else is signed in. */
  clear(): void {
    this.#waiting = null
  }
}
