import { CloudAlert, PanelRight, RefreshCw, RotateCcw } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Reference } from '#shared/contract/mate'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { useShortcut } from '../../platform/shortcuts'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { onFirstUse } from '../../ui/first-use'
import { IconButton } from '../../ui/icon-button'
import { MateMark } from '../../ui/mate-mark'
import { Pane, PaneHeader, Panes } from '../../ui/pane'
import { preloadMarkdown } from '../../ui/preload'
import { StateBlock } from '../../ui/state-block'
import { useMedia, useViewport } from '../../ui/use-media'
import { useProfile } from '../profile/store'
import { Announcer } from './announcer'
import { Composer } from './composer'
import { connectMate, type MateConnection } from './connection'
import { Greeting } from './greeting'
import { readAnswer } from './message'
import { placeAskedFrom } from './place'
import { Sources } from './sources'
import { isBusy, useMate } from './store'
import { Suggestions } from './suggestions'
import { Thread } from './thread'
import { ThreadSkeleton } from './thread-skeleton'
import { useMateView } from './view'

const StartOver = lazy(async () => ({ default: (await import('./start-over')).StartOver }))

/** The conversation with Mate [2.6]. */
export function MatePage() {
  const { t } = useTranslation('mate')
  usePageTitle(t('title'))
  const field = useRef<HTMLTextAreaElement>(null)
  const isTouch = useMedia('(pointer: coarse)')
  const status = useMate(state => state.status)
  const isEmpty = useMate(state => state.messages.length + state.outgoing.length === 0)
  const isMateBusy = useMate(isBusy)
  const suggestions = useSuggestions()
  const sources = useSources()
  const [isAskedToStartOver, askToStartOver] = useState(false)
  const connection = useConnection()
  useQuestionFromPalette()

  useEffect(() => {
    if (!isTouch) field.current?.focus()
  }, [isTouch])
  useEffect(() => onFirstUse(() => void preloadMarkdown().catch(() => undefined)), [])
  useShortcut({ keys: 'c', label: t('composer.label'), group: t('title') }, () => field.current?.focus())

  const ask = useCallback((text: string) => void useMate.getState().ask(text, { path: placeAskedFrom() }), [])
  const stop = useCallback((message_id: number) => connection.current?.stop(message_id), [connection])
  const pick = (text: string) => {
    void useMate.getState().ask(text, { suggestion: text, path: placeAskedFrom() })
    if (!isTouch) field.current?.focus()
  }
  return (
    <Panes>
      <Pane as="main">
        <PaneHeader
          leading={<MateMark size={28} />}
          title={t('title')}
          subtitle={t('subtitle')}
          actions={
            status === 'ready' && !isEmpty && <Actions sources={sources} onStartOver={() => askToStartOver(true)} />
          }
        />
        <Announcer />
        {status === 'failed' && <LoadFailed />}
        {(status === 'idle' || status === 'loading') && <ThreadSkeleton />}
        {status === 'ready' && isEmpty && <Greeting suggestions={suggestions} isBusy={isMateBusy} onPick={pick} />}
        {status === 'ready' && !isEmpty && <Thread onSources={sources.show} onStop={stop} onAsk={ask} />}
        <div className="shrink-0 px-6 pt-3.5 pb-[18px] max-md:px-4">
          <div className="mx-auto flex w-full max-w-measure flex-col gap-3">
            {status === 'ready' && !isEmpty && <Suggestions texts={suggestions} isBusy={isMateBusy} onPick={pick} />}
            <Composer field={field} isBusy={isMateBusy} onSend={ask} />
          </div>
        </div>
      </Pane>
      <Sources
        open={sources.isOpen && status === 'ready' && !isEmpty}
        onClose={sources.hide}
        references={sources.references}
      />
      <Suspense fallback={null}>{isAskedToStartOver && <StartOver onClose={() => askToStartOver(false)} />}</Suspense>
    </Panes>
  )
}

/** Follows what Mate writes in the chosen workspace while the page is open. */
function useConnection() {
  const organization = useSession(state => state.organizationId)
  const connection = useRef<MateConnection | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another conversation and another socket.
  useEffect(() => {
    // Being read already, it is not read twice.
    if (useMate.getState().status !== 'loading') void useMate.getState().refresh()
    const opened = connectMate()
    connection.current = opened
    return () => opened.close()
  }, [organization])
  return connection
}

/** Asks what was typed into the command palette, which sends it along with the way here; once, whatever the history does. */
function useQuestionFromPalette(): void {
  const { state } = useLocation() as { state: { ask?: unknown } | null }
  const navigate = useNavigate()
  const question = typeof state?.ask === 'string' ? state.ask : null
  useEffect(() => {
    if (question === null) return
    void navigate('/chat', { replace: true, state: null })
    void useMate.getState().ask(question, { path: placeAskedFrom() })
  }, [question, navigate])
}

/** Suggestions for how the conversation stands: anew after each answer, and for the page that the person came from. */
function useSuggestions(): readonly string[] {
  const place = placeAskedFrom()
  const standing = useMate(({ status, messages }) => {
    if (status !== 'ready') return null
    return messages.length === 0 ? 0 : (messages.findLast(one => one.is_from_ai && one.state !== 'writing')?.id ?? null)
  })
  const language = useProfile(state => state.profile?.user_language)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server writes them in the person's language.
  useEffect(() => {
    if (standing !== null) void useMate.getState().suggest(place)
  }, [standing, place, language])
  const offered = useMate(state => state.suggestions)
  return offered.map(one => one.text)
}

interface SourcesView {
  isOpen: boolean
  references: readonly Reference[] | null
  show: (message_id?: number) => void
  hide: () => void
}

/** What the newest answer rests on, or the one that was asked for. Beside the conversation it stays open, over it it does not. */
function useSources(): SourcesView {
  const isBeside = useViewport() === 'desktop'
  const isWanted = useMateView(state => state.sources)
  const [isOver, setOver] = useState(false)
  const [chosen, choose] = useState<number | null>(null)
  const answer = useMate(({ messages }) => {
    const ended = messages.filter(one => one.is_from_ai && one.state !== 'writing')
    return ended.find(one => one.id === chosen) ?? ended.at(-1)
  })
  const newest = useMate(({ messages }) => messages.at(-1)?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer takes the place of the one that was looked at.
  useEffect(() => choose(null), [newest])
  const set = useCallback(
    (isOpen: boolean) => (isBeside ? useMateView.getState().showSources(isOpen) : setOver(isOpen)),
    [isBeside],
  )
  const show = useCallback(
    (message_id?: number) => {
      if (message_id !== undefined) choose(message_id)
      set(true)
    },
    [set],
  )
  return {
    isOpen: isBeside ? isWanted : isOver,
    references: answer ? readAnswer(answer).details.references : null,
    show,
    hide: useCallback(() => set(false), [set]),
  }
}

function Actions({ sources, onStartOver }: { sources: SourcesView; onStartOver: () => void }) {
  const { t } = useTranslation('mate')
  const isPhone = useViewport() === 'phone'
  const { isOpen, show, hide } = sources
  const toggle = () => (isOpen ? hide() : show())
  if (isPhone) {
    return (
      <>
        <IconButton icon={RotateCcw} label={t('startOver.open')} onClick={onStartOver} />
        <IconButton icon={PanelRight} label={t('sources.show')} onClick={toggle} />
      </>
    )
  }
  return (
    <>
      <Button size="sm" variant="quiet" icon={RotateCcw} onClick={onStartOver}>
        {t('startOver.open')}
      </Button>
      <Button size="sm" icon={PanelRight} aria-expanded={isOpen} onClick={toggle}>
        {t(isOpen ? 'sources.hide' : 'sources.show')}
      </Button>
    </>
  )
}

function LoadFailed() {
  const { t } = useTranslation(['mate', 'app'])
  const errorText = useErrorText()
  const failure = useMate(state => state.failure)
  return (
    <div className="flex min-h-0 flex-1">
      <StateBlock
        icon={CloudAlert}
        tone="danger"
        title={t('loadFailed')}
        text={failure ? errorText(failure) : undefined}
        actions={
          <Button size="sm" variant="primary" icon={RefreshCw} onClick={() => void useMate.getState().refresh()}>
            {t('app:action.tryAgain')}
          </Button>
        }
      />
    </div>
  )
}
