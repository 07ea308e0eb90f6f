import { Fragment, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MateMessage } from '#shared/contract/mate/endpoints'
import { type Formatter, useFormat } from '../../platform/format'
import { Button } from '../../ui/button'
import { Loading } from '../../ui/skeleton'
import { questionOf } from './conversation'
import type { ConversationItem } from './slots'
import { isBusy, useMate } from './store'
import { TurnSkeleton } from './thread-skeleton'
import { Answer, looks, OutgoingQuestion, Question, WritingAnswer } from './turn'
import { useThreadScroll } from './use-thread-scroll'

interface Props {
  beside?: readonly ConversationItem[]
  onSources?: (message_id: number) => void
  onStop: (message_id: number) => void
  onAsk: (text: string) => void
}

/**
 * The conversation, newest message at the bottom. It is not a live region, because the announcer reads each answer
 * once.
 */
export function Thread({ beside = none, onSources, onStop, onAsk }: Props) {
  const { t } = useTranslation('mate')
  const format = useFormat()
  const messages = useMate(state => state.messages)
  const outgoing = useMate(state => state.outgoing)
  const isMateBusy = useMate(isBusy)
  const turns = useMemo(() => inOrder(messages, beside), [messages, beside])
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const toEnd = useThreadScroll({ scroller, content, onNearBeginning: loadOlder })

  // A person who asks wants to see the answer, wherever they had scrolled to.
  const lastOutgoing = outgoing.at(-1)?.client_id
  useEffect(() => {
    if (lastOutgoing) toEnd()
  }, [lastOutgoing, toEnd])

  const askAgain = useCallback(
    (message_id: number) => {
      const all = useMate.getState().messages
      const answer = all.find(message => message.id === message_id)
      const question = answer && questionOf(all, answer)
      if (question) onAsk(question.message_text)
    },
    [onAsk],
  )
  const turn = ({ message, draw }: Turn) => {
    if (!message) return draw?.(looks)
    if (!message.is_from_ai) return <Question message={message} />
    if (message.state === 'writing') return <WritingAnswer message={message} onStop={onStop} />
    const isFree = !isMateBusy
    return (
      <Answer
        message={message}
        onSources={onSources}
        onAskAgain={isFree ? askAgain : undefined}
        onReply={isFree ? onAsk : undefined}
      />
    )
  }
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={t('thread')}
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable with the keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-[18px] pb-2 -outline-offset-2 [overflow-anchor:none] max-md:px-4"
    >
      <div
        ref={content}
        className="mx-auto flex min-h-full w-full max-w-measure flex-col justify-end gap-[22px] max-md:gap-[18px]"
      >
        <Older />
        {turns.map((item, index) => (
          <Fragment key={item.key}>
            <Separator text={separatorBefore(item.at, turns[index - 1]?.at, format)} />
            {turn(item)}
          </Fragment>
        ))}
        {outgoing.map(question => (
          <OutgoingQuestion key={question.client_id} question={question} />
        ))}
      </div>
    </div>
  )
}

const none: readonly ConversationItem[] = []

interface Turn {
  key: string | number
  at: string
  message?: MateMessage
  draw?: ConversationItem['draw']
}

/** Messages keep their order; other items come before the first message written after them. */
function inOrder(messages: readonly MateMessage[], beside: readonly ConversationItem[]): Turn[] {
  const waiting = [...beside].sort((besideMessage, other) => Date.parse(besideMessage.at) - Date.parse(other.at))
  const turns: Turn[] = []
  for (const message of messages) {
    const { client_id, id, chat_created: at } = message
    while (waiting[0] && Date.parse(waiting[0].at) < Date.parse(at)) turns.push(...waiting.splice(0, 1))
    turns.push({ key: client_id ?? id, at, message })
  }
  return [...turns, ...waiting]
}

function loadOlder(): void {
  const { older, loadOlder: load } = useMate.getState()
  // After a failure the person retries.
  if (older === 'idle') void load()
}

function Older() {
  const { t } = useTranslation(['mate', 'app'])
  const older = useMate(state => state.older)
  if (older === 'loading') {
    return (
      <Loading label={t('loadingOlder')} className="mb-auto">
        <TurnSkeleton />
      </Loading>
    )
  }
  if (older === 'idle') return null
  return (
    <div role="alert" className="mb-auto flex items-center justify-center gap-3 text-sm text-muted">
      {t('olderFailed')}
      <Button size="sm" onClick={() => void useMate.getState().loadOlder()}>
        {t('app:action.tryAgain')}
      </Button>
    </div>
  )
}

/** The length of a pause that gets a separator, in milliseconds. */
const pause = 30 * 60_000

/** Returns the separator before a message: a new day, or the time after a long pause. */
function separatorBefore(at: string, before: string | undefined, format: Formatter): string | null {
  if (!before || format.dayKey(at) !== format.dayKey(before)) return format.dayAndTime(at)
  return Date.parse(at) - Date.parse(before) > pause ? format.time(at) : null
}

function Separator({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <div className="flex items-center gap-3 text-xs font-medium text-muted tabular-nums before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {text}
    </div>
  )
}
