import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import type { z } from 'zod'
import { type BridgeReply, channelOf } from '#shared/bridge-wire'
import { type Channel, type Channels, channels, pillChannels } from '#shared/contract/desktop'
import { logError } from '../platform/log'

type Handler<C extends Channel> = (input: z.output<C['input']>) => z.input<C['output']> | Promise<z.input<C['output']>>
/** One function for each channel of the contract. */
export type Handlers = { readonly [K in keyof Channels]: Handler<Channels[K]> }

/** A failure that the page may know: a stable code with an English message. All others are reported without details. */
export class BridgeFailure extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'BridgeFailure'
  }
}

type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'> & { sender: Pick<IpcMainInvokeEvent['sender'], 'id'> }

export interface Callers {
  /** Whether a URL is the app's own. */
  readonly isOwn: (url: string) => boolean
  /** Whether the web contents of this id are the pill's, whatever page they show. */
  readonly isPill: (id: number) => boolean
}

/** Whether a message comes from the main frame of the app's own page; no other may call. */
function isOwnPage({ senderFrame }: Pick<Sender, 'senderFrame'>, isOwn: Callers['isOwn']): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwn(senderFrame.url)
}

const forPill: ReadonlySet<keyof Channels> = new Set(pillChannels)

/** Handles every channel. Requests and replies are parsed with the contract. */
export function handleChannels(ipcMain: Pick<IpcMain, 'handle'>, handlers: Handlers, { isOwn, isPill }: Callers): void {
  for (const method of Object.keys(channels) as (keyof Channels)[]) {
    const channel: Channel = channels[method]
    const handler = handlers[method] as Handler<Channel>
    ipcMain.handle(channelOf(method), async (event: Sender, ...args: unknown[]): Promise<BridgeReply> => {
      const mayAsk = isOwnPage(event, isOwn) && (forPill.has(method) || !isPill(event.sender.id))
      if (!mayAsk) return refuse('bridge.not_allowed', 'Only the app itself may call this.')
      const input = channel.input.safeParse(args[0])
      if (!input.success || args.length > 1) return refuse('bridge.invalid', 'The request does not match the contract.')
      try {
        const answer = channel.output.safeParse(await handler(input.data))
        if (answer.success) return { ok: true, value: answer.data }
        logError(`The reply to ${method} does not match the contract.`, answer.error)
      } catch (cause) {
        if (cause instanceof BridgeFailure) return refuse(cause.code, cause.message)
        logError(`${method} failed.`, cause)
      }
      return refuse('bridge.failed', 'Something went wrong on this computer.')
    })
  }
}

const refuse = (code: string, message: string): BridgeReply => ({ ok: false, code, message })
