import { ArrowUp, Check, Paperclip, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/contract/common'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { messages as limits } from '#shared/contract/messages/limits'
import type { ChatMessage } from '#shared/contract/messages/message'
import { useIsBeside } from '../../platform/beside'
import { DraftNote } from '../../platform/draft-note'
import { clearDraft, readDraft, useDraft, writeDraft } from '../../platform/drafts'
import { withKnownNames } from '../../platform/titles'
import { cx } from '../../ui/cx'
import { FileIconButton } from '../../ui/file-button'
import { IconButton } from '../../ui/icon-button'
import { LinkList } from '../../ui/link-list'
import { offeredAria, useLinks } from '../../ui/links'
import { MentionList } from '../../ui/mention-list'
import { mentionedIn, useMentions } from '../../ui/mentions'
import { useMedia } from '../../ui/use-media'
import { plainText } from '../../ui/without-marks'
import { UploadList } from '../attachments/slots'
import { useUploads } from '../attachments/store'
import { findLinks } from '../search/slots'
import { changeMessage } from './changes'
import { Quoted, useOutbox } from './outbox'
import { QuickReplies } from './quick-replies'
import { tellTyping } from './typing'

const textKey = (chat_id: number) => `chat.text.${chat_id}`
const replyKey = (chat_id: number) => `chat.reply.${chat_id}`
/** The place under which files chosen for an unsent message are listed. */
export const filePlaceOf = (chat_id: number) => `chat.${chat_id}`

/** The message that the unsent one answers; it survives a reload with its text. */
export function useReply(chat_id: number) {
  const [reply, setReply] = useState(() => Quoted.safeParse(readDraft(replyKey(chat_id))).data ?? null)
  const answer = (to: Quoted | null) => {
    setReply(to)
    if (to) writeDraft(replyKey(chat_id), to)
    else clearDraft(replyKey(chat_id))
  }
  return [reply, answer] as const
}

interface Props {
  chat: ChatListItem
  people: readonly Person[]
  field: RefObject<HTMLTextAreaElement | null>
  reply: Quoted | null
  onReply: (to: Quoted | null) => void
  /** The message that is being edited instead of a new one. */
  editing: ChatMessage | null
  onEdited: () => void
  onSent: () => void
  /** A problem with files that were dropped. */
  problem: string | null
  /** The newest message asks the person something. */
  isAsked: boolean
  onFiles: (files: readonly File[]) => void
}

/** Writes messages. Enter sends; with Shift it begins a line. What is written is kept until it is sent. */
export function Composer(props: Props) {
  const { chat, people, field, reply, onReply, editing, onEdited, onSent, problem, isAsked, onFiles } = props
  const { t } = useTranslation(['messages', 'attachments', 'app'])
  const { chat_id, participant_name: name } = chat
  const id = useId()
  const isTouch = useMedia('(pointer: coarse)')
  const isBeside = useIsBeside()
  const [draft, setDraft, clearText] = useDraft(textKey(chat_id))
  const [edited, setEdited] = useState('')
  const text = editing ? edited : draft
  const setText = editing ? setEdited : setDraft
  const files = useUploads(filePlaceOf(chat_id))
  const [warning, setWarning] = useState<string | null>(null)
  const mentions = useMentions({ field, text, setText, people })
  const links = useLinks({ field, text, setText, find: findLinks })
  const offers = [mentions, links]
  const closeOffers = () => {
    for (const offer of offers) offer.close()
  }
  const excess = text.length - limits.textLength
  const hasFiles = editing ? editing.file_ids.length > 0 : files.ids.length > 0
  const canSend = (text.trim() !== '' || hasFiles) && excess <= 0
  useEffect(() => {
    if (!editing) return
    setEdited(withKnownNames(editing.message))
    field.current?.focus()
  }, [editing, field])
  useEffect(() => {
    if (!isTouch && !isBeside) field.current?.focus()
  }, [isTouch, isBeside, field])

  function submit() {
    if (!canSend) return
    closeOffers()
    if (editing) {
      const change = { kind: 'edit', text, mentions: mentionedIn(text, people) } as const
      if (text !== withKnownNames(editing.message)) changeMessage({ chat_id, message_id: editing.id, change })
      onEdited()
      return
    }
    if (!files.canSend) {
      setWarning(t('attachments:unsent'))
      return
    }
    const input = { chat_id, text, reply, mentions: mentionedIn(text, people), uploads: files.ids }
    useOutbox.getState().send(input)
    clearText()
    onReply(null)
    setWarning(null)
    field.current?.focus()
    onSent()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (offers.some(offer => offer.onKeyDown(event))) return
    if (event.key === 'Escape' && (editing || reply)) {
      event.preventDefault()
      if (editing) onEdited()
      else onReply(null)
    }
    // In an input method, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  function onPaste({ clipboardData, preventDefault }: ClipboardEvent) {
    // Text copied from an office program comes with a picture of itself.
    if (editing || clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return
    preventDefault()
    onFiles([...clipboardData.files])
  }
  const alert = problem ?? warning
  return (
    <form
      aria-label={t('write.label')}
      className="relative"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      {isAsked && !editing && text === '' && !hasFiles && (
        <QuickReplies
          onChoose={answer => {
            setText(answer)
            field.current?.focus()
          }}
        />
      )}
      <MentionList id={`${id}-people`} label={t('write.people')} {...mentions} onPick={mentions.insert} />
      <LinkList id={`${id}-links`} label={t('write.links')} {...links} />
      <div
        className={cx(
          'rounded-lg border border-strong bg-surface-1 py-2 pr-2 pl-3.5 shadow-1',
          'focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)]',
        )}
      >
        <About editing={editing} reply={reply} onStop={() => (editing ? onEdited() : onReply(null))} />
        {!editing && <UploadList place={filePlaceOf(chat_id)} onRemove={() => setWarning(null)} />}
        <div className="flex items-end gap-1.5">
          <label htmlFor={id} className="sr-only">
            {t('write.to', { name })}
          </label>
          <textarea
            ref={field}
            id={id}
            rows={1}
            value={text}
            onChange={event => {
              setText(event.target.value)
              if (!editing && event.target.value.trim() !== '') tellTyping(chat_id)
              for (const offer of offers) offer.look()
            }}
            onKeyDown={onKeyDown}
            onBlur={closeOffers}
            onPaste={onPaste}
            placeholder={t('write.to', { name })}
            enterKeyHint="send"
            aria-autocomplete="list"
            {...offeredAria(id, { mentions, links })}
            aria-invalid={excess > 0 || undefined}
            aria-describedby={excess > 0 ? `${id}-excess` : undefined}
            className="field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none bg-transparent py-1.5 outline-none focus-visible:shadow-none pointer-coarse:text-lg"
          />
          {!editing && <FileIconButton icon={Paperclip} size="lg" label={t('attachments:attach')} onFiles={onFiles} />}
          <IconButton
            type="submit"
            icon={editing ? Check : ArrowUp}
            variant="primary"
            size="lg"
            label={t(editing ? 'write.save' : 'write.send')}
            disabled={!canSend}
          />
        </div>
      </div>
      <p className="mt-1 text-xs empty:hidden">
        <DraftNote drafts={[textKey(chat_id)]} />
      </p>
      {(excess > 0 || alert) && (
        <p id={`${id}-excess`} role="alert" className="mt-1 text-xs text-danger-ink">
          {excess > 0 ? t('write.tooLong', { count: excess }) : alert}
        </p>
      )}
    </form>
  )
}

interface AboutProps {
  editing: ChatMessage | null
  reply: Quoted | null
  onStop: () => void
}

/** Says which message is edited, or answered. */
function About({ editing, reply, onStop }: AboutProps) {
  const { t } = useTranslation('messages')
  if (!editing && !reply) return null
  return (
    <div className="mb-1 flex items-center gap-2 border-l-2 border-accent pl-2 text-xs">
      <p className="min-w-0 flex-1 truncate">
        <span className="font-medium">
          {editing ? t('write.editing') : t('write.answering', { name: reply?.sender_name })}
        </span>{' '}
        {plainText(editing?.message ?? reply?.message_text ?? '')}
      </p>
      <IconButton
        size="sm"
        icon={X}
        label={t(editing ? 'write.stopEditing' : 'write.stopAnswering')}
        onClick={onStop}
      />
    </div>
  )
}
