import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Browser } from '@playwright/test'

/** A picture of a single colour, as JPEG. */
export async function pictureOf(browser: Browser, colour: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 320, height: 180 } })
  await page.setContent(`<body style="background: ${colour}">`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return picture
}

/** A camera on loopback that serves still images, as long as it has one. */
export class StillCamera {
  address = ''
  picture: Buffer | null = null
  /** How often it was requested. */
  requests = 0
  #server: Server | null = null

  async start(): Promise<void> {
    this.#server = createServer((_, response) => {
      this.requests += 1
      if (this.picture) response.writeHead(200, { 'content-type': 'image/jpeg' }).end(this.picture)
      else response.writeHead(503).end()
    }).listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const at = this.#server.address()
    if (at === null || typeof at === 'string') throw new Error('The camera has no port.')
    this.address = `http://wall:secret@127.0.0.1:${at.port}/still.jpg`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    if (this.#server?.listening) await once(this.#server, 'close')
  }
}
