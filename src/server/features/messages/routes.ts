import * as bot from '#shared/contract/messages/bots'
import * as contract from '#shared/contract/messages/endpoints'
import { type Route, route } from '../../platform/http/route'
import * as bots from './bots/bots-service'
import * as ownChats from './bots/own-chat-service'
import * as hooks from './bots/webhook-service'
import * as chats from './chats-service'
import * as groups from './groups-service'
import * as messages from './messages-service'

export const messageRoutes: Route[] = [
  route(contract.listChats, chats.list),
  route(contract.countUnread, chats.unread),
  route(contract.initiateChat, chats.initiate),
  route(contract.openSpaceChat, chats.openSpace),
  route(contract.createGroup, groups.create),
  route(contract.editGroup, groups.edit),
  route(contract.listChatPeople, chats.listPeople),
  route(contract.getMessages, messages.get),
  route(contract.sendMessage, messages.send, messages.sentBefore),
  route(contract.editMessage, messages.edit),
  route(contract.deleteMessage, messages.remove),
  route(contract.reactToMessage, messages.react),
  route(contract.pinMessage, messages.pin),
  route(contract.listPins, messages.pins),
  route(contract.readThread, messages.thread),
  route(contract.markRead, chats.read),
  route(contract.sendTyping, chats.typing),
  route(contract.listSeen, chats.seen),
  route(bot.listBots, bots.list),
  route(bot.createBot, bots.create),
  route(bot.editBot, bots.edit),
  route(bot.deleteBot, bots.remove),
  route(bot.renewWebhook, hooks.renew),
  route(bot.getBotMessages, ownChats.get),
  route(bot.clearBotChat, ownChats.clear),
  route(bot.postAsBot, hooks.post),
]
