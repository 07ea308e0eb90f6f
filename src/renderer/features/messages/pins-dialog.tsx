import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type ChatListItem, listPins, readThread } from '#shared/contract/messages/endpoints'
import type { ChatMessage } from '#shared/contract/messages/message'
import { useErrorText } from '../../i18n/texts'
import { call, type Outcome } from '../../platform/api'
import { useFormat } from '../../platform/format'
import { onEvent } from '../../platform/live'
import { Dialog } from '../../ui/dialog'
import { SkeletonRows } from '../../ui/skeleton'
import { plainText } from '../../ui/without-marks'
import { messageAddress } from './message-address'

interface Props {
  chat: ChatListItem
  onClose: () => void
}

/** The pinned messages of a chat, each with the way to it. */
export function PinsDialog({ chat, onClose }: Props) {
  const { t } = useTranslation('messages')
  const { chat_id } = chat
  return (
    <MessagesDialog
      chat_id={chat_id}
      title={t('pins')}
      none={t('noPins')}
      read={() => call(listPins, { chat_id })}
      onClose={onClose}
    />
  )
}

/** A message and the messages that answer it. */
export function RepliesDialog({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const { t } = useTranslation('messages')
  const read = async () => {
    const outcome = await call(readThread, { chat_id: message.chat_id, message_id: message.id, limit: 100 })
    return outcome.ok ? { ...outcome, data: [outcome.data.message, ...outcome.data.replies] } : outcome
  }
  return (
    <MessagesDialog
      chat_id={message.chat_id}
      title={t('replies', { count: message.reply_count })}
      none={t('noPins')}
      read={read}
      onClose={onClose}
    />
  )
}

interface DialogProps {
  chat_id: number
  title: string
  none: string
  read: () => Promise<Outcome<ChatMessage[]>>
  onClose: () => void
}

function MessagesDialog({ chat_id, title, none, read, onClose }: DialogProps) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const format = useFormat()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome<ChatMessage[]> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read when the dialog opens, then when the chat changes.
  useEffect(() => {
    let newest = 0
    const refresh = () => {
      newest += 1
      const asked = newest
      void read().then(answer => {
        // A list that is shown stays, when reading it again fails.
        if (asked === newest) setOutcome(shown => (shown?.ok && !answer.ok ? shown : answer))
      })
    }
    refresh()
    const stop = onEvent(['message.sent', 'message.changed'], change => {
      if (change.chat_id === chat_id) refresh()
    })
    return () => {
      newest = 0
      stop()
    }
  }, [])
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('app:action.close')}>
      {outcome === null && <SkeletonRows label={t('loading')} />}
      {outcome?.ok === false && (
        <p role="alert" className="text-sm text-danger-ink">
          {errorText(outcome)}
        </p>
      )}
      {outcome?.ok && outcome.data.length === 0 && <p className="text-sm text-muted">{none}</p>}
      {outcome?.ok && outcome.data.length > 0 && (
        <ul className="flex flex-col gap-1">
          {outcome.data.map(message => (
            <li key={message.id}>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  void navigate(messageAddress(message))
                }}
                className="w-full rounded-sm px-2 py-1.5 text-left hover:bg-surface-3"
              >
                <span className="block text-xs text-muted">
                  {message.sender_name}, {format.dayAndTime(message.chat_created)}
                </span>
                <span className="line-clamp-3 block text-sm wrap-anywhere whitespace-pre-wrap">
                  {message.deleted_at === null
                    ? plainText(message.message) || t('files', { count: message.file_ids.length })
                    : t('deleted')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
