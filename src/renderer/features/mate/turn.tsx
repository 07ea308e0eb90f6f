import { RefreshCw, RotateCw, Square, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MateMessage, MessageDetails } from '#shared/contract/mate/endpoints'
import { useErrorText } from '../../i18n/texts'
import { useFormat } from '../../platform/format'
import { logError } from '../../platform/log'
import { Button } from '../../ui/button'
import { MateMark } from '../../ui/mate-mark'
import { StatusPip } from '../../ui/status-pip'
import { AnswerText, StreamingText } from './answer-text'
import { readAnswer, somethingWentWrong } from './message'
import { Offered } from './offered'
import { Options } from './options'
import type { Outgoing } from './outgoing'
import type { ConversationLooks } from './slots'
import { isBusy, useMate } from './store'

const bubble =
  'max-w-[78%] self-end rounded-[14px] rounded-br-[4px] bg-surface-3 px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere max-md:max-w-[88%]'

/** A question of the person. */
export const Question = memo(function Question({ message }: { message: MateMessage }) {
  const { t } = useTranslation('mate')
  const { time } = useFormat()
  return (
    <article data-turn aria-label={t('turn.you', { time: time(message.chat_created) })} className={bubble}>
      {message.message_text}
    </article>
  )
})

/** A question that is being sent, or that failed to be sent. */
export function OutgoingQuestion({ question }: { question: Outgoing }) {
  const { t } = useTranslation(['mate', 'app'])
  const { time } = useFormat()
  const errorText = useErrorText()
  const isMateBusy = useMate(isBusy)
  const { retry, takeBack } = useMate.getState()
  const { client_id, text, isSending, failure } = question
  // Loaded already, but not with the first page.
  const discard = () => {
    const onUndo = takeBack(client_id)
    import('../undo/store')
      .then(({ offerUndo }) => offerUndo({ done: t('turn.discarded'), onUndo }))
      .catch((cause: unknown) => logError('Undo could not be offered.', cause))
  }
  return (
    <>
      <article data-turn aria-label={t('turn.you', { time: time(question.asked_at) })} className={bubble}>
        {text}
      </article>
      {!isSending && (
        <div className="-mt-3 flex flex-wrap items-center justify-end gap-2 self-end text-xs text-danger-ink">
          <p role="alert">
            {t('turn.notSent')} {failure && errorText(failure)}{' '}
            {failure?.retry_at && t('turn.goesOn', { time: time(failure.retry_at) })}
          </p>
          <Offered
            label={`${t('app:action.tryAgain')}: ${text}`}
            isOn={!isMateBusy}
            run={() => void retry(client_id)}
          />
          <Offered label={`${t('turn.discard')}: ${text}`} run={discard} />
          <Button size="sm" icon={RefreshCw} disabled={isMateBusy} onClick={() => void retry(client_id)}>
            {t('app:action.tryAgain')}
          </Button>
          <Button size="sm" variant="quiet" icon={Trash2} onClick={discard}>
            {t('turn.discard')}
          </Button>
        </div>
      )}
    </>
  )
}

function MateTurn({ label, beside, children }: { label: string; beside: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('mate')
  return (
    <article data-turn aria-label={label} className="grid grid-cols-[28px_minmax(0,1fr)] gap-3">
      <MateMark size={28} />
      <div className="flex min-w-0 flex-col">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="text-sm font-semibold">{t('title')}</span>
          {beside}
        </div>
        <div className="mt-1 flex min-w-0 flex-col items-start gap-2 *:max-w-full">{children}</div>
      </div>
    </article>
  )
}

/** The components for items that others render between the messages. */
export const looks: ConversationLooks = { ofPerson: bubble, MateTurn }

interface AnswerProps {
  message: MateMessage
  /** Shows the sources of this answer; undefined if there is nothing to open. */
  onSources?: (message_id: number) => void
  /** Asks the same question again; undefined while Mate is busy. */
  onAskAgain?: (message_id: number) => void
  /** Sends a reply that Mate offers; undefined while Mate is busy. */
  onReply?: (text: string) => void
}

/** An answer of Mate. */
export const Answer = memo(function Answer({ message, onSources, onAskAgain, onReply }: AnswerProps) {
  const { t } = useTranslation('mate')
  const { time } = useFormat()
  const readText = useReadText()
  const { text, details, isFailed } = readAnswer(message)
  const read = readText(details.read)
  const at = time(message.chat_created)
  return (
    <MateTurn
      label={t('turn.mate', { time: at })}
      beside={
        read && onSources ? (
          <button
            type="button"
            title={t('sources.show')}
            onClick={() => onSources(message.id)}
            className="relative rounded-xs text-xs text-muted hover:text-default hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-2"
          >
            {read}
          </button>
        ) : (
          <span className="text-xs text-muted tabular-nums">{at}</span>
        )
      }
    >
      {isFailed ? (
        <p>{text === somethingWentWrong ? t('turn.failed') : text}</p>
      ) : (
        <AnswerText text={text} streaming={message.state === 'stopped'} />
      )}
      <Options message_id={message.id} options={details.options} actions={details.actions} onReply={onReply} />
      {message.state === 'stopped' && <p className="text-xs text-muted">{t('turn.stopped')}</p>}
      {isFailed && (
        <>
          <Offered needsServer label={t('turn.askAgain')} isOn={!!onAskAgain} run={() => onAskAgain?.(message.id)} />
          <Button needsServer size="sm" icon={RotateCw} disabled={!onAskAgain} onClick={() => onAskAgain?.(message.id)}>
            {t('turn.askAgain')}
          </Button>
        </>
      )}
    </MateTurn>
  )
})

const tools = ['find_logs', 'find_logbooks', 'find_people'] as const

/** An answer that Mate is writing. */
export function WritingAnswer({ message, onStop }: { message: MateMessage; onStop: (message_id: number) => void }) {
  const { t } = useTranslation('mate')
  const { time } = useFormat()
  const stream = useMate(state => state.streams[message.id])
  const [isStopping, setStopping] = useState(false)
  const tool = tools.find(name => name === stream?.tool)
  const foot = useRef<HTMLDivElement>(null)
  // Whoever is on a link or on Stop when the answer ends stays in the conversation.
  useLayoutEffect(() => {
    const turn = foot.current?.closest('article')
    return () => {
      if (turn?.contains(document.activeElement))
        turn.closest<HTMLElement>('[role=log]')?.focus({ preventScroll: true })
    }
  }, [])
  const stop = () => {
    setStopping(true)
    onStop(message.id)
  }
  return (
    <MateTurn
      label={t('turn.mate', { time: time(message.chat_created) })}
      beside={<span className="text-xs text-muted tabular-nums">{time(message.chat_created)}</span>}
    >
      <StreamingText text={stream?.text ?? ''} />
      <div ref={foot} className="mt-1 flex items-center gap-3">
        <Offered needsServer label={t('turn.stop')} isOn={!isStopping} run={stop} />
        <StatusPip tone="accent" label={t(tool ? `turn.tool.${tool}` : 'turn.writing')} />
        <Button needsServer size="sm" icon={StopIcon} loading={isStopping} onClick={stop}>
          {t('turn.stop')}
        </Button>
      </div>
    </MateTurn>
  )
}

function StopIcon() {
  return <Square size={11} fill="currentColor" />
}

/** Says what was read for an answer: "read 18 logs and 2 logbooks". Null if nothing was. */
function useReadText(): (read: MessageDetails['read']) => string | null {
  const { t, i18n } = useTranslation('mate')
  return useCallback(
    read => {
      const things = [
        read?.logs && t('read.logs', { count: read.logs }),
        read?.documents && t('read.logbooks', { count: read.documents }),
        read?.people && t('read.people', { count: read.people }),
      ].filter(thing => typeof thing === 'string')
      return things.length > 0 ? t('read.all', { things: new Intl.ListFormat(i18n.language).format(things) }) : null
    },
    [t, i18n],
  )
}
