import { CalendarDays, Eraser, MessagesSquare, Pin, Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { clearBotChat } from '#shared/contract/messages/bots'
import type { ChatListItem } from '#shared/contract/messages/endpoints'
import { useErrorText } from '../../i18n/texts'
import { call } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { useAction } from '../../platform/shortcuts'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconButton } from '../../ui/icon-button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { useViewport } from '../../ui/use-media'
import { useDirectory } from '../organisations/store'
import { useSchedule } from '../planning/store'
import { ChatAvatar } from './chat-avatar'
import { useChats } from './chats'
import { GroupDialog } from './group-dialog'
import { OpenChat } from './open-chat'
import { useChatPeople } from './people'
import { usePersonAtWork } from './person-at-work'
import { PinsDialog } from './pins-dialog'
import { useOnlineAmong, usePresenceOf, useShownPresence } from './presence'

/** The open chat; without one, what to do to open one. */
export function Thread({ chat_id }: { chat_id: number | undefined }) {
  const { t } = useTranslation('messages')
  if (chat_id === undefined)
    return (
      <Pane kind="canvas" aria-label={t('title')} onPhone={false}>
        <NoChat />
      </Pane>
    )
  return <ChatPane key={chat_id} chat_id={chat_id} />
}

function NoChat() {
  const { t } = useTranslation('messages')
  usePageTitle(t('title'))
  return (
    <PaneBody className="flex">
      <StateBlock icon={MessagesSquare} title={t('choose')} text={t('chooseText')} />
    </PaneBody>
  )
}

function ChatPane({ chat_id }: { chat_id: number }) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  const chat = useChats(state => state.items.find(item => item.chat_id === chat_id))
  const [problem, setProblem] = useState<Failure | 'gone' | null>(null)
  const isKnown = chat !== undefined
  const find = async () => {
    setProblem(null)
    const outcome = await useChats.getState().find(chat_id)
    if (!outcome.ok) setProblem(outcome)
    else if (outcome.data === null) setProblem('gone')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks for the chat that the address names.
  useEffect(() => {
    if (!isKnown) void find()
  }, [isKnown, chat_id])
  if (chat) return <KnownChat chat={chat} />
  return (
    <Pane kind="canvas" as="main" aria-label={t('title')}>
      {problem === null && <SkeletonRows label={t('loading')} />}
      {problem === 'gone' && (
        <StateBlock
          tone="neutral"
          icon={MessagesSquare}
          title={t('gone.title')}
          text={t('gone.text')}
          actions={
            <LinkButton size="sm" href="#/home/messages">
              {t('gone.all')}
            </LinkButton>
          }
        />
      )}
      {problem !== null && problem !== 'gone' && (
        <LoadFailed
          title={t('failed')}
          text={errorText(problem)}
          retryLabel={t('app:action.tryAgain')}
          onRetry={() => void find()}
        />
      )}
    </Pane>
  )
}

function KnownChat({ chat }: { chat: ChatListItem }) {
  const { t } = useTranslation('messages')
  const navigate = useNavigate()
  const { chat_id, kind, participant_id, participant_name: name } = chat
  const presence = usePresenceOf(chat)
  const [shown, setShown] = useState<'pins' | 'group' | 'clear' | null>(null)
  usePageTitle(name)
  useShownPresence(kind === 'direct' || kind === 'group' ? [chat_id] : [])
  useEffect(() => void useChatPeople.getState().load(chat_id), [chat_id])
  const subtitle = useSubtitle(chat, presence?.words)
  const group = t('title')
  useAction({ label: t('pins'), group }, () => setShown('pins'))
  useAction({ label: t('bots.clear'), group, isOn: kind === 'bot' }, () => setShown('clear'))
  useAction({ label: t('group.edit'), group, isOn: kind === 'group' }, () => setShown('group'))
  return (
    <Pane kind="canvas" as="main" aria-label={t('chatWith', { name })}>
      <PaneHeader
        title={name}
        {...(subtitle !== undefined && { subtitle })}
        leading={<ChatAvatar chat={chat} size={32} state={presence?.state} />}
        back={{ label: t('back'), onPress: () => void navigate('/home/messages') }}
        actions={
          <>
            {kind === 'direct' && participant_id !== null && !chat.is_disabled && (
              <ScheduleButton user_id={participant_id} name={name} />
            )}
            <IconButton icon={Pin} label={t('pins')} onClick={() => setShown('pins')} />
            {kind === 'bot' && <IconButton icon={Eraser} label={t('bots.clear')} onClick={() => setShown('clear')} />}
            {kind === 'group' && (
              <IconButton icon={Settings2} label={t('group.edit')} onClick={() => setShown('group')} />
            )}
          </>
        }
      />
      <OpenChat chat={chat} />
      {shown === 'pins' && <PinsDialog chat={chat} onClose={() => setShown(null)} />}
      {shown === 'clear' && <ClearDialog chat={chat} onClose={() => setShown(null)} />}
      {shown === 'group' && (
        <GroupDialog
          chat={chat}
          onClose={() => setShown(null)}
          onDone={changed => {
            setShown(null)
            if (!changed) void navigate('/home/messages')
          }}
        />
      )}
    </Pane>
  )
}

/** Opens the schedule of the other person. */
function ScheduleButton({ user_id, name }: { user_id: number; name: string }) {
  const { t } = useTranslation('messages')
  const navigate = useNavigate()
  const isPhone = useViewport() === 'phone'
  const label = t('schedule', { name })
  const show = () => {
    useSchedule.getState().showOnly(user_id)
    void navigate('/home/schedule')
  }
  useAction({ label, group: t('title') }, show)
  if (isPhone) return <IconButton icon={CalendarDays} label={label} onClick={show} />
  return (
    <Button size="sm" icon={CalendarDays} aria-label={label} onClick={show}>
      {t('scheduleWord')}
    </Button>
  )
}

/**
 * What stands below the name of a chat: what somebody does and until when they work, and whether they are there; or how
 * many people are in it.
 */
function useSubtitle(
  { chat_id, kind, participant_id, is_disabled }: ChatListItem,
  presence: string | undefined,
): string | undefined {
  const { t } = useTranslation('messages')
  const atWork = usePersonAtWork(kind === 'direct' && !is_disabled ? participant_id : null)
  const people = useChatPeople(state => state.lists[chat_id]?.items)
  const count = people?.length ?? 0
  const online = useOnlineAmong(people)
  // Roles come with the directory; until then their line is kept, so that the name does not move.
  const isAwaited = useDirectory(({ status }) => status === 'idle' || status === 'loading')
  if (kind === 'direct') {
    if (is_disabled) return t('left')
    return [...atWork, presence].filter(Boolean).join(' · ') || (isAwaited ? '\u00a0' : undefined)
  }
  if (kind === 'bot') return t('bots.bot')
  if (kind === 'space') return t('peopleOfSpace', { count })
  const all = t('peopleOfGroup', { count })
  return online > 0 ? t('presence.ofGroup', { people: all, online }) : all
}

/** Asks before all messages of a bot are deleted. */
function ClearDialog({
  chat: { chat_id, participant_name: name },
  onClose,
}: {
  chat: ChatListItem
  onClose: () => void
}) {
  const { t } = useTranslation(['messages', 'app'])
  const errorText = useErrorText()
  return (
    <ConfirmDialog
      danger
      title={t('bots.clearTitle', { name })}
      text={t('bots.clearText')}
      confirmLabel={t('bots.clear')}
      cancelLabel={t('app:action.cancel')}
      closeLabel={t('app:action.close')}
      onConfirm={async () => {
        const outcome = await call(clearBotChat, { chat_id })
        if (!outcome.ok) return errorText(outcome)
        onClose()
        return null
      }}
      onClose={onClose}
    />
  )
}
