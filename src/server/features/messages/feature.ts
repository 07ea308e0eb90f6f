import { feature } from '../../platform/feature'
import { chatName, isTheirs } from './chats-sql'
import { chatsAmong } from './chats-store'
import { messagesTool, messageTitles, missedTool } from './message-tools'
import { messages } from './migrations/0050-messages'
import { bots } from './migrations/0058-bots'
import { peopleOfChats } from './presence-store'
import { messageRoutes } from './routes'
import * as searchable from './searchable'

export const messagesFeature = feature({
  name: 'messages',
  routes: messageRoutes,
  migrations: [messages, bots],
  searchables: [searchable.messages],
  tools: [missedTool, messagesTool],
  titles: [{ kind: 'message', titlesOf: messageTitles }],
  ports: {
    chatsAmong,
    peopleOfChats,
    chatSql: ctx => ({ isTheirs: isTheirs(ctx), name: chatName(ctx) }),
  },
})
