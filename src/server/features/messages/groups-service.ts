import type { Body } from '#shared/contract/endpoint'
import type { ChatListItem, createGroup, editGroup } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import { apiError } from '#shared/errors'
import type { MemberContext } from '../../platform/request-context'
import { requireDisjoint, requireMembers } from '../organisations/service'
import { audienceOf, requireItem } from './chats-service'
import * as store from './chats-store'

/** Creates a group of the caller and others, once for a `client_id`. */
export async function create(ctx: MemberContext, body: Body<typeof createGroup>): Promise<ChatListItem> {
  const { name, client_id = null } = body
  const user_ids = [...new Set([ctx.caller.user_id, ...body.user_ids])]
  await requireMembers(ctx, user_ids)
  requireFew(user_ids)
  const chat_id = await store.insertGroup(ctx, name, client_id)
  if (chat_id === undefined) {
    const known = client_id === null ? undefined : await store.findGroupOfClient(ctx, client_id)
    if (known === undefined) throw apiError('chat.not_found')
    return requireItem(ctx, known)
  }
  await store.addMembers(ctx, chat_id, user_ids)
  ctx.record({ kind: 'chat.changed', chat_id }, audienceOf({ everyone: false, user_ids }))
  return requireItem(ctx, chat_id)
}

function requireFew(user_ids: readonly number[]): void {
  if (user_ids.length > limits.groupPeople) throw apiError('chat.too_many_people')
}

/** Renames a group, and adds or removes people. Null if the caller left it. */
export async function edit(ctx: MemberContext, body: Body<typeof editGroup>): Promise<ChatListItem | null> {
  const { chat_id, name, users_to_be_added, users_to_be_removed } = body
  requireDisjoint(users_to_be_added, users_to_be_removed)
  const chat = await store.lockChat(ctx, chat_id)
  if (!chat) throw apiError('chat.not_found')
  if (chat.kind !== 'group') throw apiError('chat.not_a_group')
  const self = ctx.caller.user_id
  const before = await store.membersOf(ctx, chat_id)
  const added = [...new Set(users_to_be_added)].filter(user_id => !before.includes(user_id))
  const removed = [...new Set(users_to_be_removed)].filter(user_id => before.includes(user_id))
  const mayRemove = chat.created_by === self || ctx.member.org_role !== 'member'
  if (users_to_be_removed.some(user_id => user_id !== self) && !mayRemove) throw apiError('permission.missing')
  await requireMembers(ctx, added)
  const after = [...before.filter(user_id => !removed.includes(user_id)), ...added]
  requireFew(after)
  if (added.length > 0) await store.addMembers(ctx, chat_id, added)
  if (removed.length > 0) await store.removeMembers(ctx, chat_id, removed)
  // Whoever has been there for longest takes the place of a creator who leaves.
  const isCreatorGone = chat.created_by === null || !after.includes(chat.created_by)
  const changes = { ...(name !== undefined && { name }), ...(isCreatorGone && { created_by: after[0] ?? null }) }
  if (Object.keys(changes).length > 0) await store.updateGroup(ctx, chat_id, changes)
  ctx.record({ kind: 'chat.changed', chat_id }, audienceOf({ everyone: false, user_ids: [...before, ...added] }))
  return after.includes(self) ? requireItem(ctx, chat_id) : null
}
