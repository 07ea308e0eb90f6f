import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback for one server of a story. It keeps what it receives. */
export class Mailbox {
  readonly #mails: { to: string[]; body: string }[] = []
  #server: SMTPServer | null = null

  /** Returns its address, for the setting `SMTP_URL`. It can be opened again after it was closed. */
  async open(): Promise<string> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, callback) => {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const [, ...body] = Buffer.concat(pieces).toString('utf8').split('\r\n\r\n')
          this.#mails.push({
            to: envelope.rcptTo.map(({ address }) => address),
            // Lines that were broken for the way are whole again.
            body: body.join('\r\n\r\n').replaceAll('=\r\n', ''),
          })
          callback()
        })
      },
    })
    this.#server = server
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server) await new Promise<void>(done => server.close(() => done()))
  }

  codeFor(address: string): string | undefined {
    return this.#newest(address, /\b(\d{6})\b/)
  }

  /** The newest mail with a PDF: the file, and the address in its text. */
  pdfFor(address: string): { link: string; file: Buffer } | undefined {
    const file = this.#newest(address, /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/)
    const link = this.#newest(address, /(http\S+)[\s\S]*Content-Type: application\/pdf/)
    return file && link ? { link, file: Buffer.from(file, 'base64') } : undefined
  }

  #newest(address: string, pattern: RegExp): string | undefined {
    return this.#mails.flatMap(({ to, body }) => (to.includes(address) ? (pattern.exec(body)?.[1] ?? []) : [])).at(-1)
  }
}
