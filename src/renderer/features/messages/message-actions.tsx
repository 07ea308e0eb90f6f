import { Copy, Ellipsis, ListPlus, MessageSquareReply, Pencil, Pin, PinOff, SmilePlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '#shared/contract/messages/message'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { Popover } from '../../ui/popover'
import { NewTask } from '../home/slots'
import { changeMessage, deleteMessageWithUndo } from './changes'
import { useChats } from './chats'

const emojis = ['👍', '❤️', '😂', '🎉', '👀', '✅', '🙏', '😮', '😢', '🔥', '👏', '❌']

interface Props {
  message: ChatMessage
  isOwn: boolean
  self: number
  onReply: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
}

/** Reacts to a message, answers it, pins it, makes a task of it; edits and deletes one’s own. */
export function MessageActions({ message, isOwn, self, onReply, onEdit }: Props) {
  const { t } = useTranslation('messages')
  const [isOpen, setOpen] = useState({ emojis: false, menu: false })
  const [isMaking, setMaking] = useState(false)
  const { id: message_id, chat_id, pinned, reactions } = message
  const ownWith = (emoji: string) =>
    reactions.some(reaction => reaction.emoji === emoji && reaction.user_ids.includes(self))
  const isPinned = pinned !== null
  // A task of the chat of a space belongs to that space.
  const branch_id = useChats(state => state.items.find(chat => chat.chat_id === chat_id)?.branch_id) ?? undefined
  return (
    <span
      className={cx(
        'flex shrink-0 items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        (isOpen.emojis || isOpen.menu) && 'opacity-100',
      )}
    >
      <Popover
        label={t('react')}
        open={isOpen.emojis}
        onOpenChange={emojis => setOpen({ emojis, menu: false })}
        content={close => (
          <div className="grid grid-cols-6 gap-1">
            {emojis.map(emoji => (
              <button
                key={emoji}
                type="button"
                aria-label={t('reactWith', { emoji })}
                aria-pressed={ownWith(emoji)}
                onClick={() => {
                  const change = { kind: 'react', emoji, is_on: !ownWith(emoji) } as const
                  changeMessage({ chat_id, message_id, change })
                  close()
                }}
                className="grid size-9 place-items-center rounded-sm text-lg hover:bg-surface-3 aria-pressed:bg-accent-soft pointer-coarse:size-touch"
              >
                <span aria-hidden="true">{emoji}</span>
              </button>
            ))}
          </div>
        )}
      >
        {trigger => <IconButton {...trigger} icon={SmilePlus} label={t('react')} />}
      </Popover>
      <Menu
        label={t('actions')}
        align="end"
        open={isOpen.menu}
        onOpenChange={menu => setOpen({ emojis: false, menu })}
        entries={[
          { label: t('reply'), icon: MessageSquareReply, onSelect: () => onReply(message) },
          {
            label: t(isPinned ? 'unpin' : 'pin'),
            icon: isPinned ? PinOff : Pin,
            onSelect: () => changeMessage({ chat_id, message_id, change: { kind: 'pin', is_pinned: !isPinned } }),
          },
          {
            label: t('copy'),
            icon: Copy,
            disabled: message.message === '',
            onSelect: () => void navigator.clipboard?.writeText(message.message).catch(() => undefined),
          },
          ...(NewTask.isFilled() && message.message !== ''
            ? [{ label: t('makeTask'), icon: ListPlus, onSelect: () => setMaking(true) }]
            : []),
          ...(isOwn
            ? [
                { kind: 'separator' as const },
                { label: t('edit'), icon: Pencil, onSelect: () => onEdit(message) },
                {
                  label: t('delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => deleteMessageWithUndo({ chat_id, message_id }, t('deletedNotice')),
                },
              ]
            : []),
        ]}
      >
        {trigger => <IconButton {...trigger} icon={Ellipsis} label={t('actions')} />}
      </Menu>
      {isMaking && (
        <NewTask
          text={message.message}
          origin={{ kind: 'message', message_id, chat_id }}
          branch_id={branch_id}
          onClose={() => setMaking(false)}
        />
      )}
    </span>
  )
}
