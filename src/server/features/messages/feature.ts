import { feature } from '../../platform/feature'
import { chatsAmong } from './chats-store'
import { messages } from './migrations/0050-messages'
import { messageRoutes } from './routes'
import * as searchable from './searchable'

export const messagesFeature = feature({
  name: 'messages',
  routes: messageRoutes,
  migrations: [messages],
  searchables: [searchable.messages],
  ports: { chatsAmong },
})
