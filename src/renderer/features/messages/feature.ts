import { withNamespaces } from '../../i18n/languages'
import type { Feature } from '../../platform/feature'
import { afterFirstPage } from '../../platform/first-page'
import { filled } from '../../platform/slot'
import { preloadMarkdown } from '../../ui/preload'
import { MessagesList, MessagesThread, MessagesUnread, SpaceChat } from '../home/slots'

/** Loads a part with its texts. */
const part = <T>(load: Promise<T>): Promise<T> => withNamespaces('messages', load)

async function thread() {
  // Markdown is loaded with the messages, so that their rows do not change their height.
  const [{ Thread }] = await Promise.all([part(import('./thread')), preloadMarkdown()])
  return Thread
}

export const messages: Feature = {
  texts: {
    messages: {
      en: () => import('./texts/en'),
      de: () => import('./texts/de'),
      es: () => import('./texts/es'),
      hi: () => import('./texts/hi'),
    },
  },
  slots: [
    filled(MessagesList, async () => (await part(import('./chat-list'))).ChatList),
    filled(MessagesThread, thread),
    filled(SpaceChat, async () => (await part(import('./space-chat'))).SpaceChat),
    filled(MessagesUnread, async () => (await part(import('./unread-count'))).UnreadCount),
  ],
  start() {
    // Also sends what an earlier page left, without waiting for a sign of use.
    afterFirstPage(() =>
      withNamespaces('messages', import('./start'))
        .then(({ startMessages }) => startMessages())
        .catch(() => undefined),
    )
  },
}
