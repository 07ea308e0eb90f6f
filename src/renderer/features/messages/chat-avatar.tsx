import { Bot, Hash, Users } from 'lucide-react'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import type { PersonPresence } from '#shared/contract/presence'
import { Avatar } from '../../ui/avatar'
import { cx } from '../../ui/cx'

interface Props {
  chat: Pick<ChatListItem, 'kind' | 'participant_id' | 'participant_name' | 'participant_image'>
  size: number
  /** Shown as a dot, which whoever uses it says in words. */
  state?: PersonPresence['state'] | undefined
}

const glyphs = { group: Users, space: Hash, bot: Bot } as const

/** The picture of the other person; a sign for groups, spaces and bots. */
export function ChatAvatar({ chat, size, state }: Props) {
  const { kind, participant_id, participant_name, participant_image } = chat
  if (kind === 'direct')
    return (
      <span className="relative inline-flex shrink-0">
        <Avatar decorative name={participant_name} id={String(participant_id)} src={participant_image} size={size} />
        {(state === 'online' || state === 'away') && (
          <span
            aria-hidden
            className={cx(
              'absolute -right-px -bottom-px size-2.5 rounded-full ring-2 ring-surface-1',
              state === 'online' ? 'bg-success' : 'border-2 border-connecting bg-surface-1',
            )}
          />
        )}
      </span>
    )
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
