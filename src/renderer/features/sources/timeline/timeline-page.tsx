import { ArrowRightToLine, ChevronLeft, ChevronRight, Download, Images, Upload } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router-dom'
import type { Frame, Source } from '#shared/contract/sources/endpoints'
import { useErrorText } from '../../../i18n/texts'
import { instantsOf } from '../../../platform/day-bounds'
import { useFormat } from '../../../platform/format'
import { onEvent } from '../../../platform/live'
import { useShortcut } from '../../../platform/shortcuts'
import { usePageTitle } from '../../../platform/title'
import { Button, LinkButton } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { lazyComponent } from '../../../ui/lazy-component'
import { LoadFailed } from '../../../ui/load-failed'
import { Pane, PaneBody, PaneHeader, Panes } from '../../../ui/pane'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { Loading, Skeleton } from '../../../ui/skeleton'
import { StateBlock } from '../../../ui/state-block'
import { toast } from '../../../ui/toast'
import { AddPictures } from '../add-pictures'
import { FrameImage } from '../frame-image'
import { keyOf, type SourceKey, sourceOf } from '../keys'
import { readSources } from '../last-read'
import { useExactTime, useZone } from '../picker/exact-time'
import { saveFrame } from '../save-frame'
import { TimelineMarks } from '../slots'
import { useSources } from '../store'
import { useWatch } from '../use-watch'
import { useItems } from '../view'
import { useTimelineAddress } from './address'
import { dayOf, rangeAround, type Span, spans } from './range'
import { useTimeline, useTimelineOf } from './store'
import { Strip } from './strip'
import { Track } from './track'

const ExportDialog = lazyComponent(async () => (await import('./export-dialog')).ExportDialog)

/** The record of one camera or shared screen over time [D34, D41]. */
export function TimelinePage() {
  const { source: key = '' } = useParams()
  const source = sourceOf(key)
  if (!source) return <Navigate to="/feed" replace />
  return <Timeline key={key} source={source} />
}

function Timeline({ source }: { source: Source }) {
  const { t } = useTranslation(['sources', 'app'])
  const key = keyOf(source)
  const name = useItems().find(item => item.key === key)?.name ?? null
  const zone = useZone()
  const { at, span, show } = useTimelineAddress()
  const [isExporting, setExporting] = useState(false)
  const [now] = useState(() => new Date().toISOString())
  const range = useMemo(() => rangeAround(at ?? now, span, zone), [at, now, span, zone])
  const { frames, isWhole, chosen, status, failure } = useTimelineOf(key)
  usePageTitle(name ? t('timeline.titleOf', { name }) : t('timeline.title'))
  useEffect(() => {
    if (useSources.getState().status === 'idle') void readSources()
    void useTimeline.getState().loadDays(key, zone, dayOf(now, zone))
  }, [key, zone, now])
  useEffect(() => () => useTimeline.getState().forget(), [])
  const { from, to } = range
  const load = useCallback(() => void useTimeline.getState().load(key, { from, to }), [key, from, to])
  useEffect(load, [load])
  useNewPictures(key, load, at => show({ at }))
  // Access may have been given or taken away.
  useEffect(() => onEvent(['camera.changed', 'camera.deleted', 'screen.access_changed'], () => load()), [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` only changes the address.
  useEffect(() => {
    const { choose } = useTimeline.getState()
    if (at !== null) void choose(key, at)
    // Without an instant in the address, the newest picture is shown.
    else void choose(key, now).then(frame => frame && show({ at: frame.taken_at }))
  }, [key, at, now])

  const choose = (frame: Frame) => {
    void useTimeline.getState().choose(key, frame.taken_at, frame)
    show({ at: frame.taken_at })
  }
  const step = async (direction: 'before' | 'after') => {
    const frame = await useTimeline.getState().step(direction)
    if (frame) show({ at: frame.taken_at })
    else if (frame === null) toast.info(t(direction === 'before' ? 'timeline.noBefore' : 'timeline.noAfter'))
  }
  const group = t('timeline.title')
  useShortcut({ keys: 'shift+arrowleft', label: t('timeline.before'), group }, () => void step('before'))
  useShortcut({ keys: 'shift+arrowright', label: t('timeline.after'), group }, () => void step('after'))

  const shownAt = chosen?.taken_at ?? at ?? now
  const current = frames.findLast(frame => frame.id === chosen?.id || Date.parse(frame.taken_at) <= Date.parse(shownAt))
  // There, people without access can ask for it.
  if (failure?.code === 'source.not_found') return <Navigate to={`/feed?source=${key}`} replace />
  return (
    <Panes>
      <Pane as="main" kind="canvas">
        <PaneHeader
          title={name ?? t('timeline.title')}
          leading={
            <LinkButton size="sm" variant="quiet" icon={ChevronLeft} href={`#/feed?source=${key}`} className="-ml-2">
              {t('title')}
            </LinkButton>
          }
          actions={
            <Button size="sm" icon={Upload} onClick={() => setExporting(true)} aria-label={t('export.open')}>
              <span className="max-md:hidden">{t('export.open')}</span>
            </Button>
          }
        />
        <PaneBody className="flex flex-col gap-3 px-5 py-3.5 max-md:px-4">
          <div className="flex flex-wrap items-end gap-2">
            <DayPicker source={source} at={shownAt} onShow={show} />
            <Segmented<Span>
              label={t('timeline.span')}
              options={spans.map(value => ({ value, label: t(`timeline.spans.${value}`) }))}
              value={span}
              onChange={next => show({ span: next, at: shownAt })}
            />
          </div>
          {chosen ? (
            <LargePicture frame={chosen} name={name} onStep={direction => void step(direction)} />
          ) : status === 'loading' ? (
            <Loading label={t('record.loading')} className="mb-10">
              <Skeleton height="auto" className="aspect-video max-h-[48vh] rounded-md" />
            </Loading>
          ) : (
            status === 'ready' && (
              // As high as a picture with what is below it.
              <div className="mb-10 grid aspect-video max-h-[48vh]">
                <StateBlock icon={Images} title={t('timeline.none')} text={t('timeline.noneText')} />
              </div>
            )
          )}
          {status === 'failed' && <Failed onRetry={load} />}
          <Track range={range} frames={frames} at={shownAt} onChoose={at => show({ at })}>
            <TimelineMarks part="row" source={source} range={range} onChoose={at => show({ at })} />
          </Track>
          <NewPictures
            source={source}
            onShow={at => {
              useTimeline.getState().scrolledBack(false)
              load()
              show({ at })
            }}
          />
          <StripOf
            source={source}
            current={current}
            onChoose={choose}
            onBeyond={direction => void step(direction)}
            range={range}
          />
          {status === 'ready' && !isWhole && (
            <p className="text-xs text-muted">{t('timeline.thinned', { count: frames.length })}</p>
          )}
          <TimelineMarks part="list" source={source} range={range} onChoose={at => show({ at })} />
        </PaneBody>
      </Pane>
      <Suspense fallback={null}>
        {isExporting && (
          <ExportDialog source={source} name={name ?? ''} range={range} onClose={() => setExporting(false)} />
        )}
      </Suspense>
    </Panes>
  )
}

/** Follows the source, and adds pictures as they come. */
function useNewPictures(key: SourceKey, load: () => void, onShown: (at: string) => void) {
  useWatch(key, 'follow')
  const [known] = useState(() => useSources.getState().pictures[key])
  useEffect(() => {
    if (known) useTimeline.getState().knowNewest(known)
  }, [known])
  const latest = useRef({ load, onShown })
  latest.current = { load, onShown }
  useEffect(
    () =>
      useSources.subscribe((now, before) => {
        const { add, knowNewest } = useTimeline.getState()
        // Pictures may have been taken while there was no connection.
        if (now.feedStatus === 'CONNECTED' && before.feedStatus === 'RECONNECTING') latest.current.load()
        const picture = now.pictures[key]
        if (!picture || picture.id === before.pictures[key]?.id) return
        if (!before.pictures[key] && !now.live[key]) return knowNewest(picture)
        const { isShown, isFull } = add(key, picture)
        if (isShown) latest.current.onShown(picture.taken_at)
        if (isShown && isFull) latest.current.load()
      }),
    [key],
  )
}

/** How many pictures came while others were looked at, with the way to the newest one. Its place is kept free, so that nothing moves. */
function NewPictures({ source, onShow }: { source: Source; onShow: (at: string) => void }) {
  const { t } = useTranslation('sources')
  const { unseen, newest } = useTimelineOf(keyOf(source))
  return (
    <p role="status" className="-my-1 flex h-control-sm shrink-0 justify-end">
      {unseen > 0 && newest !== null && (
        <Button size="sm" icon={ArrowRightToLine} onClick={() => onShow(newest)}>
          {t('timeline.new', { count: unseen })}
        </Button>
      )}
    </p>
  )
}

interface StripOfProps extends Pick<Parameters<typeof Strip>[0], 'current' | 'onChoose' | 'onBeyond'> {
  source: Source
  range: { from: string; to: string }
}

/** The strip of a range, or that it is empty. */
function StripOf({ source, range, ...rest }: StripOfProps) {
  const { t } = useTranslation('sources')
  const exactTime = useExactTime()
  const { frames, status } = useTimelineOf(keyOf(source))
  if (status === 'ready' && frames.length === 0) return <p className="text-sm text-muted">{t('timeline.empty')}</p>
  if (frames.length === 0) return <div className="h-[88px] shrink-0" />
  const label = t('timeline.strip', { from: exactTime(range.from), to: exactTime(range.to) })
  return <Strip frames={frames} label={label} {...rest} />
}

interface DayPickerProps {
  source: Source
  at: string
  onShow: (change: { at: string }) => void
}

/** The days that have pictures, the newest first. */
function DayPicker({ source, at, onShow }: DayPickerProps) {
  const { t } = useTranslation('sources')
  const { calendarDay } = useFormat()
  const zone = useZone()
  const days = useTimeline(state => state.days)
  const today = dayOf(at, zone)
  const all = days.includes(today) ? days : [...days, today].sort()
  return (
    <Select
      label={t('timeline.day')}
      options={all.toReversed().map(value => ({ value, label: calendarDay(value) }))}
      value={today}
      onChange={async value => {
        const begin = instantsOf({ first: value, last: value }, zone).from
        const frame = await useTimeline.getState().firstSince(keyOf(source), begin)
        onShow({ at: frame?.taken_at ?? begin })
      }}
      className="w-64 max-md:w-full"
    />
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['sources', 'app'])
  const errorText = useErrorText()
  const failure = useTimeline(state => state.failure)
  return (
    <LoadFailed
      title={t('timeline.failed')}
      text={failure ? errorText(failure) : undefined}
      retryLabel={t('app:action.tryAgain')}
      onRetry={onRetry}
    />
  )
}

interface LargePictureProps {
  frame: Frame
  name: string | null
  onStep: (direction: 'before' | 'after') => void
}

function LargePicture({ frame, name, onStep }: LargePictureProps) {
  const { t } = useTranslation(['sources', 'attachments'])
  const { day, dayAndTime } = useFormat()
  const exactTime = useExactTime()
  const when = `${day(frame.taken_at)}, ${exactTime(frame.taken_at)}`
  const alt = name ? t('tile.picture', { name, when }) : t('logged.picture', { when })
  const frames = [{ id: frame.id, url: frame.url, alt: t('logged.picture', { when: dayAndTime(frame.taken_at) }) }]
  return (
    <figure className="shrink-0">
      <div data-theme="dark" className="flex justify-center overflow-hidden rounded-md bg-surface-0">
        <FrameImage
          frame={frame}
          alt={alt}
          className="aspect-video max-h-[48vh] w-full object-contain"
          renew={id => useTimeline.getState().renew(id)}
        />
      </div>
      <figcaption className="mt-2 flex flex-wrap items-center gap-1">
        <IconButton icon={ChevronLeft} label={t('timeline.before')} onClick={() => onStep('before')} needsServer />
        <span aria-live="polite" className="px-1 text-sm font-medium tabular-nums">
          {when}
        </span>
        <IconButton icon={ChevronRight} label={t('timeline.after')} onClick={() => onStep('after')} needsServer />
        <span className="ml-auto flex gap-1">
          <AddPictures frames={frames} />
          <IconButton icon={Download} label={t('timeline.save')} onClick={() => void saveFrame(frame)} needsServer />
        </span>
      </figcaption>
    </figure>
  )
}
