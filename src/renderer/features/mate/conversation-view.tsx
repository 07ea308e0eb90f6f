import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { onFirstUse } from '../../ui/first-use'
import { LoadFailed } from '../../ui/load-failed'
import { preloadMarkdown } from '../../ui/preload'
import { OnceMarksLoaded } from '../../ui/rich-text'
import { useMedia } from '../../ui/use-media'
import { useProfile } from '../profile/store'
import { Announcer } from './announcer'
import { Composer } from './composer'
import { connectMate, type MateConnection } from './connection'
import { Greeting } from './greeting'
import { previousPage } from './previous-page'
import type { MateConversationProps } from './slots'
import { isBusy, useMate } from './store'
import { Suggestions } from './suggestions'
import { Thread } from './thread'
import { ThreadSkeleton } from './thread-skeleton'

interface Props extends MateConversationProps {
  /** Shows the sources of an answer. */
  onSources?: (message_id: number) => void
}

/** The conversation with Mate: messages, suggestions and the composer. */
export function Conversation({ greeting, beside, topic = '', composer, onSources }: Props) {
  const { t } = useTranslation('mate')
  const field = useRef<HTMLTextAreaElement>(null)
  const isTouch = useMedia('(pointer: coarse)')
  const status = useMate(state => state.status)
  const isSilent = useMate(state => state.messages.length + state.outgoing.length === 0)
  const isEmpty = isSilent && !beside?.length
  const hasMarks = useMate(state => state.messages.some(message => message.is_from_ai)) || Boolean(beside?.length)
  const isMateBusy = useMate(isBusy)
  const suggestions = useSuggestions(topic)
  const connection = useConnection()

  useEffect(() => {
    if (!isTouch) field.current?.focus()
  }, [isTouch])
  useEffect(() => onFirstUse(() => void preloadMarkdown().catch(() => undefined)), [])
  useShortcut({ keys: 'c', label: t('composer.label'), group: t('title') }, () => field.current?.focus())

  const ask = useCallback((text: string) => void useMate.getState().ask(text, { path: previousPage() }), [])
  const stop = useCallback((message_id: number) => connection.current?.stop(message_id), [connection])
  const pick = (text: string) => {
    void useMate.getState().ask(text, { suggestion: text, path: previousPage() })
    if (!isTouch) field.current?.focus()
  }
  return (
    <>
      <Announcer />
      {status === 'failed' && <ConversationFailed />}
      {(status === 'idle' || status === 'loading') && <ThreadSkeleton />}
      {status === 'ready' && isEmpty && (
        <Greeting words={greeting} suggestions={suggestions} isBusy={isMateBusy} onPick={pick} />
      )}
      {status === 'ready' && !isEmpty && (
        <OnceMarksLoaded isNeeded={hasMarks} placeholder={<ThreadSkeleton />}>
          <Thread beside={beside} onSources={onSources} onStop={stop} onAsk={ask} />
        </OnceMarksLoaded>
      )}
      <div className="shrink-0 px-6 pt-3.5 pb-[18px] max-md:px-4">
        <div className="mx-auto flex w-full max-w-measure flex-col gap-3">
          <Suggestions texts={status === 'ready' && !isEmpty ? suggestions : none} isBusy={isMateBusy} onPick={pick} />
          <Composer field={field} isBusy={isMateBusy} onSend={ask} {...composer} />
        </div>
      </div>
    </>
  )
}

const none: readonly string[] = []

/** Follows what Mate writes in the chosen workspace while the page is open. */
function useConnection() {
  const organization = useSession(state => state.organizationId)
  const connection = useRef<MateConnection | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another conversation and another socket.
  useEffect(() => {
    // A running load is not repeated.
    if (useMate.getState().status !== 'loading') void useMate.getState().refresh()
    const opened = connectMate()
    connection.current = opened
    return () => opened.close()
  }, [organization])
  return connection
}

/**
 * Suggestions for the state of the conversation: renewed after each answer, for another topic, and for the page that
 * the person came from.
 */
function useSuggestions(topic: string): readonly string[] {
  const place = previousPage()
  const lastAnswer = useMate(({ status, messages }) => {
    if (status !== 'ready') return null
    return messages.length === 0
      ? 0
      : (messages.findLast(message => message.is_from_ai && message.state !== 'writing')?.id ?? null)
  })
  const language = useProfile(state => state.profile?.user_language)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server writes them in the person's language.
  useEffect(() => {
    if (lastAnswer !== null) void useMate.getState().suggest(place)
  }, [lastAnswer, place, language, topic])
  const offered = useMate(state => state.suggestions)
  return offered.map(suggestion => suggestion.text)
}

function ConversationFailed() {
  const { t } = useTranslation(['mate', 'app'])
  const errorText = useErrorText()
  const failure = useMate(state => state.failure)
  return (
    <div className="flex min-h-0 flex-1">
      <LoadFailed
        title={t('loadFailed')}
        text={failure ? errorText(failure) : undefined}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void useMate.getState().refresh()}
      />
    </div>
  )
}
