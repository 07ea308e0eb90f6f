import { sendTyping } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import { call } from '../../platform/api'
import { browserClock } from '../../platform/clock'
import { onMomentary } from '../../platform/live'
import { onSessionEnd } from '../../platform/session'
import { createSlice } from '../../platform/store'

/** Who is writing in which chat: the ids of people by the id of the chat. */
export const useTyping = createSlice(
  'messages.typing',
  { chats: {} as Record<number, number[]> },
  set => ({
    begin: (chat_id: number, user_id: number) =>
      set(state => {
        const others = (state.chats[chat_id] ?? []).filter(id => id !== user_id)
        state.chats[chat_id] = [...others, user_id]
      }),
    end: (chat_id: number, user_id: number) =>
      set(state => {
        const left = (state.chats[chat_id] ?? []).filter(id => id !== user_id)
        if (left.length > 0) state.chats[chat_id] = left
        else delete state.chats[chat_id]
      }),
  }),
  { scope: 'organisation' },
)

const ends = new Map<string, () => void>()

/** Follows who is writing. Somebody of whom nothing more is heard has stopped. */
export function followTyping(): void {
  onMomentary(frame => {
    if (frame.event !== 'typing') return
    const { chat_id, user_id } = frame
    const key = `${chat_id}.${user_id}`
    ends.get(key)?.()
    useTyping.getState().begin(chat_id, user_id)
    ends.set(
      key,
      browserClock.after(limits.typingFor, () => stopped(chat_id, user_id)),
    )
  })
}

/** Somebody has stopped writing, for example because their message arrived. */
export function stopped(chat_id: number, user_id: number): void {
  const key = `${chat_id}.${user_id}`
  ends.get(key)?.()
  ends.delete(key)
  useTyping.getState().end(chat_id, user_id)
}

let told = { chat_id: 0, at: 0 }
onSessionEnd(() => {
  told = { chat_id: 0, at: 0 }
})

/** Tells the others in a chat that the person is writing, now and then while they do. A call that fails is no matter. */
export function tellTyping(chat_id: number): void {
  const at = browserClock.elapsed()
  if (told.chat_id === chat_id && at - told.at < limits.typingEvery) return
  told = { chat_id, at }
  void call(sendTyping, { chat_id })
}
