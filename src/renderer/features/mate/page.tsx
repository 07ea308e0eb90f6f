import { PanelRight, RotateCcw, SlidersHorizontal } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Reference } from '#shared/contract/mate/endpoints'
import { withNamespaces } from '../../i18n/languages'
import { createSlice } from '../../platform/store'
import { usePageTitle } from '../../platform/title'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { lazyComponent } from '../../ui/lazy-component'
import { MateMark } from '../../ui/mate-mark'
import { Pane, PaneHeader, Panes } from '../../ui/pane'
import { useViewport } from '../../ui/use-media'
import { Conversation } from './conversation-view'
import { readAnswer } from './message'
import { Offered } from './offered'
import { previousPage } from './previous-page'
import type { MateConversationProps } from './slots'
import { Sources } from './sources'
import { useMate } from './store'

const AutoApprovalDialog = lazyComponent(
  async () => (await withNamespaces('mateAutoApproval', import('./auto-approval-dialog'))).AutoApprovalDialog,
)
const StartOver = lazyComponent(async () => (await import('./start-over')).StartOver)

/** The conversation with Mate [2.6]. */
export function MatePage() {
  const { t } = useTranslation('mate')
  usePageTitle(t('title'))
  const isTalking = useIsTalking()
  const sources = useSources()
  const [isAskedToStartOver, askToStartOver] = useState(false)
  const [isShowingAutoApproval, showAutoApproval] = useState(false)
  useQuestionFromPalette()
  return (
    <Panes>
      <Pane as="main">
        <PaneHeader
          leading={<MateMark size={28} />}
          title={t('title')}
          subtitle={t('subtitle')}
          actions={
            <>
              <Offered label={t('autoApproval')} run={() => showAutoApproval(true)} />
              <IconButton icon={SlidersHorizontal} label={t('autoApproval')} onClick={() => showAutoApproval(true)} />
              {isTalking && <Actions sources={sources} onStartOver={() => askToStartOver(true)} />}
            </>
          }
        />
        <Conversation onSources={sources.show} />
      </Pane>
      <Sources open={sources.isOpen && isTalking} onClose={sources.hide} references={sources.references} />
      <Suspense fallback={null}>
        {isShowingAutoApproval && <AutoApprovalDialog onClose={() => showAutoApproval(false)} />}
        {isAskedToStartOver && <StartOver onClose={() => askToStartOver(false)} />}
      </Suspense>
    </Panes>
  )
}

/** The conversation inside another page. Exported here so that both load as one chunk. */
export function ConversationElsewhere(props: MateConversationProps) {
  return <Conversation {...props} />
}

/**
 * Asks the question from the command palette, which is passed in the history state; once, whatever the history does.
 */
function useQuestionFromPalette(): void {
  const { state } = useLocation() as { state: { ask?: unknown } | null }
  const navigate = useNavigate()
  const question = typeof state?.ask === 'string' ? state.ask : null
  useEffect(() => {
    if (question === null) return
    void navigate('/chat', { replace: true, state: null })
    void useMate.getState().ask(question, { path: previousPage() })
  }, [question, navigate])
}

/**
 * Whether there is a conversation. Until that is known, what was known here last, so that what is beside it is there from the
 * beginning and moves nothing.
 */
function useIsTalking(): boolean {
  const before = useMateView(state => state.isTalking)
  const known = useMate(({ status, messages, outgoing }) => {
    if (status === 'failed') return false
    return status === 'ready' ? messages.length + outgoing.length > 0 : null
  })
  useEffect(() => {
    if (known !== null) useMateView.getState().remember(known)
  }, [known])
  return known ?? before
}

interface SourcesView {
  isOpen: boolean
  references: readonly Reference[] | null
  show: (message_id?: number) => void
  hide: () => void
}

/**
 * Shows the sources of the latest answer, or of the one requested. The pane stays open beside the conversation, but not
 * over it.
 */
function useSources(): SourcesView {
  const isBeside = useViewport() === 'desktop'
  const isWanted = useMateView(state => state.sources)
  const [isOver, setOver] = useState(false)
  const [chosen, choose] = useState<number | null>(null)
  const answer = useMate(({ messages }) => {
    const ended = messages.filter(message => message.is_from_ai && message.state !== 'writing')
    return ended.find(answer => answer.id === chosen) ?? ended.at(-1)
  })
  const newest = useMate(({ messages }) => messages.at(-1)?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer replaces the selected one.
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
  const actions = (
    <>
      <Offered label={t('startOver.open')} run={onStartOver} />
      <Offered label={t(isOpen ? 'sources.hide' : 'sources.show')} run={toggle} />
    </>
  )
  if (isPhone) {
    return (
      <>
        {actions}
        <IconButton icon={RotateCcw} label={t('startOver.open')} onClick={onStartOver} />
        <IconButton icon={PanelRight} label={t('sources.show')} onClick={toggle} />
      </>
    )
  }
  return (
    <>
      {actions}
      <Button size="sm" variant="quiet" icon={RotateCcw} onClick={onStartOver}>
        {t('startOver.open')}
      </Button>
      <Button size="sm" icon={PanelRight} aria-expanded={isOpen} onClick={toggle}>
        {t(isOpen ? 'sources.hide' : 'sources.show')}
      </Button>
    </>
  )
}

/** Whether the pane of sources is open beside the conversation, if there is room for it, and whether there was one. */
const useMateView = createSlice(
  'mateView',
  { sources: true, isTalking: false },
  set => ({
    showSources: (sources: boolean) => set({ sources }),
    remember: (isTalking: boolean) => set({ isTalking }),
  }),
  { persist: ['sources', 'isTalking'], scope: 'device' },
)
