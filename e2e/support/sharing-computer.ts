import { once } from 'node:events'
import { WebSocket } from 'ws'
import { FeedFrame, type FeedRequest, type SharingState } from '#shared/contract/sources/endpoints'
import type { Person } from './person'

/** A computer that shares its screen. It uses the feed socket like the desktop app, with a given picture. */
export class SharingComputer {
  taken = 0

  private constructor(
    private readonly person: Person,
    private readonly socket: WebSocket,
    public picture: Buffer,
  ) {}

  static async open(person: Person, picture: Buffer): Promise<SharingComputer> {
    const socket = new WebSocket(person.socketAddress('/sockets/feed'))
    await once(socket, 'open')
    const computer = new SharingComputer(person, socket, picture)
    socket.on('message', data => {
      if (String(data) !== 'pong') computer.#onFrame(FeedFrame.parse(JSON.parse(String(data))))
    })
    computer.report('sharing')
    return computer
  }

  report(state: SharingState): void {
    this.#send({ event: 'sharing', state, what: 'Entire screen' })
  }

  close(): void {
    this.socket.close()
  }

  #send(request: FeedRequest): void {
    this.socket.send(JSON.stringify(request))
  }

  #onFrame(frame: FeedFrame): void {
    if (frame.event === 'stop_sharing') this.report('off')
    if (frame.event === 'pause_sharing') this.report('paused')
    if (frame.event === 'resume_sharing') this.report('sharing')
    if (frame.event === 'screenshot') void this.#take(frame)
  }

  async #take({ id, upload }: Extract<FeedFrame, { event: 'screenshot' }>): Promise<void> {
    const { url, method, headers, key } = upload
    const put = await fetch(new URL(url, this.person.server.url), {
      method,
      headers,
      body: new Uint8Array(this.picture),
    })
    if (!put.ok) throw new Error(`The upload was refused: ${put.status} ${await put.text()}`)
    this.taken += 1
    this.#send({ event: 'screenshot', id, url: key })
  }
}
