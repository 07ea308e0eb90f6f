import type { ErrorTable } from '../error-table'

export const messageErrors = {
  'message.not_found': [404, 'There is no such message.'],
  'message.not_yours': [403, 'Only the author of a message can do this.'],
  'message.deleted': [409, 'This message was deleted.'],
  'message.too_many_reactions': [409, 'This message has reached its limit of different reactions.'],
  'message.too_many_pins': [409, 'This chat has reached its limit of pinned messages. Unpin one first.'],
  'chat.not_found': [404, 'There is no such chat here.'],
  'chat.disabled': [409, 'This person has left the organisation and can no longer be written to.'],
  'chat.of_bot': [409, 'A bot writes in this chat, and does not read it.'],
  'chat.not_a_group': [409, 'Only groups have a name and people that can be changed.'],
  'chat.too_many_people': [409, 'This group has reached its limit of people.'],
  'bot.not_found': [404, 'There is no such bot here.'],
  'bot.of_jobs': [409, 'Jobs write through this bot. It cannot be changed.'],
  'bot.too_many': [409, 'This organisation has reached its limit of bots.'],
  'bot.webhook_unknown': [401, 'This webhook does not exist, or has ended.'],
  'bot.not_allowed': [403, 'This bot may not write there.'],
} as const satisfies ErrorTable
