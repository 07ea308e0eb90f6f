import type { FeedFrame, UploadGrant } from '#shared/contract/sources/endpoints'
import type { SocketUser } from '../../../platform/live/testing/live-client'
import { FeedClient } from './feed-client'

type PictureRequest = Extract<FeedFrame, { event: 'screenshot' }>

/** Bytes that begin like a JPEG. */
export const pictureOf = (what: string) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(what), Buffer.from([0xff, 0xd9])])

/** Somebody's computer that captures their screen on request. */
export class Desktop {
  #taken = 0

  constructor(readonly client: FeedClient) {}

  /** Connects and reports that it shares. It answers when told to. */
  static async sharing(who: SocketUser, what = 'Entire screen'): Promise<Desktop> {
    const desktop = new Desktop(await FeedClient.of(who))
    desktop.client.say({ event: 'sharing', state: 'sharing', what })
    return desktop
  }

  get asked(): PictureRequest[] {
    return this.client.heard('screenshot')
  }

  /** Uploads to a given URL. */
  upload({ url, method, headers }: Pick<UploadGrant, 'url' | 'method' | 'headers'>, bytes: Buffer): Promise<Response> {
    return fetch(new URL(url, this.client.who.server.url), { method, headers, body: bytes })
  }

  /** Waits for this many requests, and answers with a picture. */
  async answer(count: number, bytes = pictureOf(`picture ${++this.#taken}`)): Promise<PictureRequest> {
    const asked = await this.client.untilCount('screenshot', count)
    await this.upload(asked.upload, bytes)
    this.client.say({ event: 'screenshot', id: asked.id, url: asked.upload.key })
    return asked
  }
}
