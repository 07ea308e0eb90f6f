import WebSocket from 'ws'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import type { Log } from '#shared/contract/logs/log'
import { BotMessage, MateFrame, type MateMessage, type MateRequest, sendToMate } from '#shared/contract/mate/endpoints'
import type { Actor } from '../../../../test/actor'
import { closeAtEnd } from '../../../../test/closing'
import { openTestServer } from '../../../../test/test-server'
import { type ChatRequest, LoopbackModel } from '../../platform/model/testing/loopback-model'

export const modelKey = 'sk-a-key-that-nobody-may-see'
let asked = 0

/** A question while it is being answered. */
export class PendingAnswer {
  readonly frames: MateFrame[] = []
  #looked = () => {}

  constructor(
    readonly message_id: number,
    private readonly socket: WebSocket,
    early: MateFrame[],
  ) {
    for (const frame of early) this.#add(frame)
    socket.on('message', data => this.#add(MateFrame.parse(JSON.parse(String(data)))))
  }

  /** The first frame of these kinds, once it arrives. Wait for one at a time. */
  async frame(...events: MateFrame['event'][]): Promise<MateFrame> {
    for (;;) {
      const found = this.frames.find(frame => events.includes(frame.event))
      if (found) return found
      await new Promise<void>(look => {
        this.#looked = look
      })
    }
  }

  say(request: MateRequest): void {
    this.socket.send(JSON.stringify(request))
  }

  /** The stored message, once it arrives, and its parsed contents. */
  async end(): Promise<{ message: MateMessage; said: BotMessage; frames: MateFrame[] }> {
    const last = await this.frame('done', 'error')
    this.socket.close()
    if (last.event !== 'done' && last.event !== 'error') throw new Error('There is no end.')
    return { message: last.message, said: BotMessage.parse(JSON.parse(last.message.message_text)), frames: this.frames }
  }

  #add(frame: MateFrame): void {
    if (frame.message_id === this.message_id) this.frames.push(frame)
    this.#looked()
  }
}

/** Asks over HTTP and follows the answer on a socket. */
export async function ask(who: Actor, message: string): Promise<PendingAnswer> {
  const query = new URLSearchParams({
    user_id: String(who.user_id),
    organization_id: String(who.organization_id),
    access_token: who.tokens?.AccessToken ?? '',
  })
  const socket = new WebSocket(`${who.server.url.replace('http', 'ws')}/sockets/mate?${query}`)
  await new Promise(open => socket.once('open', open))
  const early: MateFrame[] = []
  const keep = (data: WebSocket.RawData) => void early.push(MateFrame.parse(JSON.parse(String(data))))
  socket.on('message', keep)
  asked += 1
  const { message_id } = await who.call(sendToMate, { message, client_id: `question-${asked}` })
  socket.off('message', keep)
  return new PendingAnswer(message_id, socket, early)
}

/** A server whose Mate uses a model on loopback that behaves as the test tells it. */
export async function openModelServer() {
  const model = await LoopbackModel.open()
  const server = await openTestServer({ settings: { MODEL_URL: model.url, MODEL_NAME: 'oak-7b', MODEL_KEY: modelKey } })
  closeAtEnd(() => model.close())

  return {
    server,
    model,
    ask,
    /** Asks and waits for the complete answer. */
    answered: async (who: Actor, message: string) => (await ask(who, message)).end(),
    async logbook(
      who: Actor,
      document_name: string,
      access: 'private' | 'organisation' = 'organisation',
    ): Promise<number> {
      return (await who.call(createDocument, { document_name, document_type: 'logbook', access })).doc_id
    },
    async write(who: Actor, doc_id: number, title: string, content = title): Promise<Log> {
      server.clock.advance(60_000)
      return who.call(writeLog, { doc_id, title, content })
    },
    /** The tool results that the model received in the last round. */
    toolResultsIn: (): string[] => toolResultsIn(model.received.at(-1)?.request),
  }
}

function toolResultsIn(request: ChatRequest | undefined): string[] {
  return request?.messages.filter(message => message.role === 'tool').map(message => message.content ?? '') ?? []
}
