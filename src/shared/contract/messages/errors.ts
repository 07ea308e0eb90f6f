import type { ErrorTable } from '../error-table'

export const messageErrors = {
  'message.not_found': [404, 'There is no such message.'],
  'message.not_yours': [403, 'Only the author of a message can do this.'],
  'message.deleted': [409, 'This message was deleted.'],
  'message.too_many_reactions': [409, 'This message has reached its limit of different reactions.'],
  'message.too_many_pins': [409, 'This chat has reached its limit of pinned messages. Unpin one first.'],
  'chat.not_found': [404, 'There is no such chat here.'],
  'chat.disabled': [409, 'This person has left the organisation and can no longer be written to.'],
  'chat.not_a_group': [409, 'Only groups have a name and people that can be changed.'],
  'chat.too_many_people': [409, 'This group has reached its limit of people.'],
} as const satisfies ErrorTable
