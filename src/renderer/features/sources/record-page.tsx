import { ChevronLeft, Images, NotebookPen, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { useErrorText } from '../../i18n/texts'
import { useSession } from '../../platform/session'
import { usePageTitle } from '../../platform/title'
import { Button, LinkButton } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Pane, PaneBody, PaneHeader, Panes } from '../../ui/pane'
import { SkeletonRows } from '../../ui/skeleton'
import { StateBlock } from '../../ui/state-block'
import { VirtualListItem } from '../../ui/virtual-item'
import { FrameRow } from './frame-row'
import { deleteFrames, useRecord, useRecordedFrames } from './record'
import { RecordLightbox, useFrameAlt } from './record-lightbox'
import { isOpened, linesOf, sessionsOf } from './record-sessions'
import { SessionRow } from './session-row'
import { AddToLogbook } from './slots'

/** The distance from the end, in pixels, at which the next page is loaded. */
const reachWithin = 900
/** How many pages are loaded automatically while a closed session absorbs them without becoming longer. */
const pagesByThemselves = 5

/** Every picture taken of the person's own screen, who saw it, and the way to delete it [D34]. */
export function RecordPage() {
  const { t } = useTranslation(['sources', 'attachments'])
  const altOf = useFrameAlt()
  usePageTitle(t('record.title'))
  const organization = useSession(state => state.organizationId)
  const frames = useRecordedFrames()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [openedId, open] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workspace has another record.
  useEffect(() => void useRecord.getState().load(), [organization])
  const chosenFrames = frames.filter(frame => chosen.has(frame.id))
  const selected = chosenFrames.map(chosenFrame => chosenFrame.id)

  const remove = (ids: readonly string[]) =>
    deleteFrames(ids, count => ({ done: t('record.deleted', { count }), refused: t('record.notDeleted', { count }) }))

  function toggle(ids: readonly string[], isOn: boolean) {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    choose(next)
  }

  return (
    <Panes>
      <Pane as="main">
        <PaneHeader
          title={t('record.title')}
          leading={
            <LinkButton size="sm" variant="quiet" icon={ChevronLeft} href="#/feed" className="-ml-2">
              {t('title')}
            </LinkButton>
          }
          actions={
            selected.length > 0 && (
              <>
                <Button
                  size="sm"
                  icon={NotebookPen}
                  aria-label={t('attachments:add.many', { count: selected.length })}
                  onClick={() => setAdding(true)}
                >
                  <span className="max-md:hidden">{t('attachments:add.open')}</span>
                </Button>
                <Button size="sm" variant="danger" icon={Trash2} needsServer onClick={() => remove(selected)}>
                  {t('record.deleteMany', { count: selected.length })}
                </Button>
              </>
            )
          }
        />
        <List chosen={chosen} onToggle={toggle} onOpen={open} onDelete={id => remove([id])} />
      </Pane>
      {openedId !== null && <RecordLightbox id={openedId} onChange={open} onClose={() => open(null)} />}
      {isAdding && (
        <AddToLogbook
          frames={chosenFrames.map(frame => ({ id: frame.id, url: frame.url, alt: altOf(frame) }))}
          onClose={() => setAdding(false)}
        />
      )}
    </Panes>
  )
}

interface ListProps {
  chosen: ReadonlySet<string>
  onToggle: (ids: readonly string[], isOn: boolean) => void
  onOpen: (id: string) => void
  onDelete: (id: string) => void
}

function List({ chosen, onToggle, onOpen, onDelete }: ListProps) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const { status, failure, next, more, load, loadMore } = useRecord()
  const frames = useRecordedFrames()
  const scroller = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const sessions = useMemo(() => sessionsOf(frames), [frames])
  const lines = useMemo(() => linesOf(sessions, opened), [sessions, opened])
  const pages = useRef({ lines: 0, count: 0 })

  function open(id: string) {
    const next = new Set(opened)
    const session = sessions.find(candidate => candidate.id === id)
    const isShut = session !== undefined && !isOpened(session, opened)
    for (const frame of session?.frames ?? []) {
      if (isShut) next.add(frame.id)
      else next.delete(frame.id)
    }
    setOpened(next)
  }

  function reload() {
    const { current } = pages
    pages.current = { lines: lines.length, count: current.lines === lines.length ? current.count + 1 : 0 }
    if (pages.current.count < pagesByThemselves) look()
  }

  function look() {
    const element = scroller.current
    if (!element || element.clientHeight === 0 || more !== 'idle') return
    if (element.scrollHeight - element.scrollTop - element.clientHeight < reachWithin) void loadMore()
  }
  // Also runs when a page has loaded, because it may be too short to scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: pictures change the height.
  useEffect(reload, [frames])

  if (status === 'failed') {
    return (
      <LoadFailed
        title={t('record.failed')}
        text={failure ? errorText(failure) : undefined}
        retryLabel={t('app:action.tryAgain')}
        onRetry={() => void load()}
      />
    )
  }
  if (status !== 'ready' && frames.length === 0) return <SkeletonRows label={t('record.loading')} />
  if (frames.length === 0) return <StateBlock icon={Images} title={t('record.empty')} text={t('record.emptyText')} />
  return (
    <PaneBody ref={scroller}>
      <section aria-label={t('record.title')} className="mx-auto max-w-[880px] px-5 pb-4 max-md:px-4">
        <Virtualizer as="ul" item={VirtualListItem} scrollRef={scroller} data={lines} onScroll={look}>
          {line =>
            'session' in line ? (
              <SessionRow
                key={line.id}
                session={line.session}
                mayGoOn={next !== null && line.session === sessions.at(-1)}
                isOpen={isOpened(line.session, opened)}
                isChosen={line.session.frames.every(frame => chosen.has(frame.id))}
                onToggle={isOn =>
                  onToggle(
                    line.session.frames.map(frame => frame.id),
                    isOn,
                  )
                }
                onOpen={() => open(line.session.id)}
              />
            ) : (
              <FrameRow
                key={line.id}
                frame={line.frame}
                isChosen={chosen.has(line.id)}
                onToggle={isOn => onToggle([line.id], isOn)}
                onOpen={() => onOpen(line.id)}
                onDelete={() => onDelete(line.id)}
              />
            )
          }
        </Virtualizer>
      </section>
      {next !== null && (
        <div className="flex items-center justify-center gap-3 pb-6 text-sm">
          {more === 'failed' && (
            <span role="alert" className="text-danger-ink">
              {t('record.moreFailed')}
            </span>
          )}
          <Button size="sm" loading={more === 'loading'} onClick={() => void loadMore()}>
            {t('record.more')}
          </Button>
        </div>
      )}
    </PaneBody>
  )
}
