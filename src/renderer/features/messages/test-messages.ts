import type { ChatListItem } from '#shared/contract/messages/endpoints'
import type { ChatMessage } from '#shared/contract/messages/message'

/** Message n of chat 3, sent by Tom n minutes after the start of the story. */
export function messageOf(id: number, text: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    chat_id: 3,
    is_from_ai: false,
    message_text: text,
    message: text,
    chat_created: new Date(Date.parse('2026-11-20T08:00:00Z') + id * 60_000).toISOString(),
    user_selected_suggestion: null,
    frames_urls: [],
    details: { user_ids: [], message_ids: [], card: null },
    bot_id: null,
    sender_id: 8,
    sender_name: 'Tom Reyes',
    client_id: `c${id}`,
    reply_to: null,
    reply_count: 0,
    edited_at: null,
    deleted_at: null,
    reactions: [],
    pinned: null,
    file_ids: [],
    mentions: [],
    is_cut: false,
    ...more,
  }
}

/** The same by Maya, who is signed in. */
export const ownOf = (id: number, text: string, more: Partial<ChatMessage> = {}) =>
  messageOf(id, text, { sender_id: 7, sender_name: 'Maya Okafor', ...more })

/** Maya’s chat with Tom. */
export function chatOf(more: Partial<ChatListItem> = {}): ChatListItem {
  return {
    chat_id: 3,
    kind: 'direct',
    participant_id: 8,
    participant_name: 'Tom Reyes',
    participant_image: null,
    branch_id: null,
    last_message: 'Bay 2 is free',
    last_message_timestamp: '2026-11-20T08:02:00.000Z',
    last_sender_id: 8,
    last_file_count: 0,
    last_id: 2,
    read_id: null,
    unread_messages: 0,
    is_disabled: false,
    is_bot: false,
    ...more,
  }
}
