import { Bot, Hash, Users } from 'lucide-react'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { Avatar } from '../../ui/avatar'

interface Props {
  chat: Pick<ChatListItem, 'kind' | 'participant_id' | 'participant_name' | 'participant_image'>
  size: number
}

const glyphs = { group: Users, space: Hash, bot: Bot } as const

/** The picture of the other person; a sign for groups, spaces and bots. */
export function ChatAvatar({ chat, size }: Props) {
  const { kind, participant_id, participant_name, participant_image } = chat
  if (kind === 'direct')
    return <Avatar decorative name={participant_name} id={String(participant_id)} src={participant_image} size={size} />
  const Glyph = glyphs[kind]
  return (
    <span
      style={{ width: size, height: size }}
      className="grid shrink-0 place-items-center rounded-full bg-surface-3 text-muted"
    >
      <Glyph size={Math.round(size / 2)} />
    </span>
  )
}
