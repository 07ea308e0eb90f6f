import { z } from 'zod'
import { sendMessage } from '#shared/contract/messages/endpoints'
import type { ChatMessage } from '#shared/contract/messages/message'
import { call } from '../../platform/api'
import type { Mutation, MutationKind } from '../../platform/mutation-queue/mutation'
import { mutationQueue, useMutations } from '../../platform/mutation-queue/store'
import { useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import {
  fileIdsOf,
  moveUploads,
  releaseUploads,
  removeUploadsAt,
  restoreUploads,
  sendAfterUploads,
  uploadsStateOf,
} from '../attachments/store'
import { discardWithUndo } from '../undo/store'
import { type ChangeInput, ChangeInput as ChangeSchema, changeMutation, laneOf, readMutation } from './changes'
import { useChats } from './chats'
import { useConversations } from './conversations'

/** The message that another one answers, as it is shown above it. */
export const Quoted = z.object({ id: z.int(), sender_name: z.string(), message_text: z.string() })
export type Quoted = z.infer<typeof Quoted>

const MessageInput = z.object({
  chat_id: z.int(),
  text: z.string(),
  reply: Quoted.nullable().default(null),
  mentions: z.array(z.int()).default([]),
  /** The uploads of its files, which must finish first. */
  uploads: z.array(z.string()).default([]),
})
type MessageInput = z.infer<typeof MessageInput>

interface Waiting {
  client_id: string
  state: Mutation['state']
  /** Why the last attempt failed. `isPassing`: it is made again without the person. */
  failure: { code: string; message: string; isPassing: boolean } | null
}

/** A message that the server has not confirmed. */
export type Entry = MessageInput & Waiting & { made_at: number; isUnsent: boolean }
/** A change of a message that the server has not confirmed. */
export type PendingChange = ChangeInput & Waiting

/** The failure code of a message whose files this browser has lost. */
export const filesLost = 'messages.files_lost'

/** The place under which the files of an unsent message are listed. */
export const filesOf = (client_id: string) => `chat.outbox.${client_id}`

export const messageMutation: MutationKind<MessageInput, ChatMessage> = {
  name: 'message.send',
  input: MessageInput,
  lane: ({ chat_id }) => laneOf(chat_id),
  // The server accepts a client id once, however late it comes again.
  isRepeatable: true,
  isHeld({ uploads }) {
    const state = uploadsStateOf(uploads)
    return state === 'busy' || state === 'stuck'
  },
  obstacle: ({ uploads }) => (uploadsStateOf(uploads) === 'lost' ? filesLost : null),
  send({ chat_id, text, reply, mentions, uploads }, client_id) {
    const sender_id = useSession.getState().userId
    return call(
      sendMessage,
      {
        ...{ chat_id, chat_message: text, client_id },
        ...(sender_id !== null && { sender_id }),
        ...(reply && { reply_to: reply.id }),
        ...(mentions.length > 0 && { mentions }),
        ...(uploads.length > 0 && { file_ids: fileIdsOf(uploads) }),
      },
      { idempotencyKey: client_id },
    )
  },
  settle: arrived,
}

const shown = new WeakMap<Mutation, Entry | PendingChange>()

function waitingOf({ id, state, failure }: Mutation): Waiting {
  return {
    client_id: id,
    state: state === 'waiting' && failure ? 'failed' : state,
    failure: failure && { ...failure, isPassing: state === 'waiting' },
  }
}

/** What is shown of a mutation, always as the same object; null for other mutations and for unreadable ones. */
function shownAs(mutation: Mutation): Entry | PendingChange | null {
  const known = shown.get(mutation)
  if (known) return known
  const { kind, input, made_at, tried_at } = mutation
  let made: Entry | PendingChange | null = null
  if (kind === messageMutation.name) {
    const { data } = MessageInput.safeParse(input)
    made = data ? { ...data, ...waitingOf(mutation), made_at, isUnsent: tried_at === null } : null
  } else if (kind === changeMutation.name) {
    const { data } = ChangeSchema.safeParse(input)
    made = data ? { ...data, ...waitingOf(mutation) } : null
  }
  if (made) shown.set(mutation, made)
  return made
}

const isEntry = (one: Entry | PendingChange): one is Entry => 'uploads' in one

/** Messages and changes on their way to the server, in their order. They survive reloads and crashes. */
export const useOutbox = createSlice(
  'messageOutbox',
  { entries: [] as Entry[], changes: [] as PendingChange[] },
  () => ({
    /** Sends a message: it shows at once. */
    send(input: MessageInput) {
      const client_id = mutationQueue().send(messageMutation, input)
      moveUploads(input.uploads, filesOf(client_id))
    },
    /** Sends what failed again, as the same. */
    retry: (client_id: string) => void mutationQueue().retry(client_id),
    /** Discards a message or change that was not sent; its files are deleted once that can no longer be taken back. */
    discard: (client_id: string, done: string) =>
      discardWithUndo(client_id, { done, onEnd: () => removeUploadsAt(filesOf(client_id)) }),
  }),
  { scope: 'account' },
)

/** Shows a sent message in place of what waited to be sent. */
export function arrived(message: ChatMessage): void {
  const { client_id, sender_id, chat_id } = message
  useConversations.getState().put(message, true)
  if (!useChats.getState().sent(message)) void useChats.getState().find(chat_id)
  // Everybody in the chat receives the sender’s client id, but only they may match messages by it.
  if (client_id === null || sender_id !== useSession.getState().userId) return
  const waiting = mutationQueue().find(client_id)
  const entry = waiting && shownAs(waiting)
  if (!entry || !isEntry(entry)) return
  releaseUploads(entry.uploads)
  mutationQueue().arrived(client_id)
}

/** Shows what waits to be sent, and sends it once its files are uploaded. */
export function followOutbox(): void {
  const isSame = <T>(now: readonly T[], before: readonly T[]) =>
    now.length === before.length && now.every((one, index) => one === before[index])
  const show = () => {
    const all = useMutations.getState().mutations.flatMap(mutation => shownAs(mutation) ?? [])
    const entries = all.filter(isEntry)
    const changes = all.filter((one): one is PendingChange => !isEntry(one))
    const before = useOutbox.getState()
    if (isSame(entries, before.entries) && isSame(changes, before.changes)) return
    useOutbox.setState({ entries, changes })
    if (entries.some(({ uploads }) => uploads.length > 0)) void restoreUploads()
  }
  show()
  useMutations.subscribe(show)
  sendAfterUploads(() => useOutbox.getState().entries.some(({ uploads }) => uploads.length > 0))
}

/** Sends what earlier pages left. */
export function startOutbox(): void {
  const queue = mutationQueue()
  for (const kind of [messageMutation, changeMutation, readMutation]) queue.register(kind as MutationKind<never, never>)
  void queue.open()
}
