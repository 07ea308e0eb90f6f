import type { Person } from '#shared/contract/common'
import { listChatPeople, listSeen, type SeenMark } from '#shared/contract/messages/endpoints'
import { call } from '../../platform/api'
import { createKeyedListSlice } from '../../platform/keyed-list-slice'

/** The people of chats by name, and who created each. */
export const useChatPeople = createKeyedListSlice('chatPeople', {
  async list(chat_id: number) {
    const outcome = await call(listChatPeople, { chat_id })
    if (!outcome.ok) return outcome
    const { people, created_by } = outcome.data
    return { ...outcome, data: people, extra: { created_by } }
  },
  key: (person: Person) => person.user_id,
  nameOf: chat_id => chat_id,
  extra: { created_by: null as number | null },
})

/** Up to where the people of chats have read. */
export const useSeen = createKeyedListSlice('chatSeen', {
  list: (chat_id: number) => call(listSeen, { chat_id }),
  key: (mark: SeenMark) => mark.user_id,
  nameOf: chat_id => chat_id,
  actions: ({ get, changer }) => ({
    /** Somebody has read on. */
    read(chat_id: number, mark: SeenMark) {
      if (!get().lists[chat_id]) return
      changer(chat_id)(items => {
        const known = items.find(item => item.user_id === mark.user_id)
        if (known && known.read_id >= mark.read_id) return items
        return [mark, ...items.filter(item => item !== known)]
      })
    },
  }),
})
