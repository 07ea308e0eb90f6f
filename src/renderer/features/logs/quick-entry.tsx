import { ArrowUp, Camera, Clock, Paperclip, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Dictate } from '../../platform/dictate'
import { DraftNote } from '../../platform/draft-note'
import { useFormat } from '../../platform/format'
import { insertText } from '../../platform/insert-text'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { FileIconButton } from '../../ui/file-button'
import { IconButton } from '../../ui/icon-button'
import { useViewport } from '../../ui/use-media'
import { UploadList } from '../attachments/slots'
import { ChosenPictures } from '../sources/slots'
import { FileDrop } from './file-drop'
import { draftFilesOf, draftsOf } from './log-draft'
import { DraftLabelPicker, DraftLabels, QuickLabels } from './slots'
import { type LogWriting, useLogWriting } from './use-log-writing'
import { WritingOffers } from './writing-offers'

interface Props {
  doc_id: number
  area: RefObject<HTMLTextAreaElement | null>
  /** Opens the whole form with the same draft. */
  onExpand: () => void
  onWritten: () => void
}

/**
 * The line in which a log is written: above the timeline, and on a phone below it. Enter saves it; with Shift it begins
 * a new line. What is understood of the text shows before it is saved.
 */
export function QuickEntry({ doc_id, area, onExpand, onWritten }: Props) {
  const { t } = useTranslation(['logbooks', 'logs', 'attachments'])
  const isPhone = useViewport() === 'phone'
  const writing = useLogWriting(doc_id, area)
  const { id, excess, isEmpty, problem, field } = writing
  // What is chosen without a connection must be listed, too.
  useEffect(() => void UploadList.preload().catch(() => undefined), [])

  function submit() {
    if (!writing.submit()) return
    area.current?.focus()
    onWritten()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (field.isKeyTaken(event)) return
    // Leaves the field, so that single keys work again.
    if (event.key === 'Escape') area.current?.blur()
    // In an input method, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const alert = excess > 0 ? t('write.tooLong', { count: excess }) : problem
  const dictate = (
    <Dictate
      onSpoken={words => field.onChange(insertText(area.current, words))}
      {...(isPhone && { onRecorded: file => writing.attach([file]) })}
    />
  )
  return (
    <form
      aria-label={t('logs:quick.label')}
      className={cx(
        'shrink-0 px-7 py-2.5 max-md:px-3 print:hidden',
        isPhone ? 'border-t' : 'border-b',
        'border-line bg-surface-1',
      )}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <FileDrop onFiles={writing.attach} />
      {isPhone && <Understood doc_id={doc_id} writing={writing} onExpand={onExpand} />}
      {/* Above, because they come when the labels are known, and the form grows upwards. */}
      {isPhone && <QuickLabels doc_id={doc_id} labels={writing.understood.labels} onChange={writing.setLabels} />}
      <div className="relative">
        <WritingOffers doc_id={doc_id} writing={writing} side={isPhone ? 'above' : 'below'} />
        <div
          className={cx(
            'flex items-end gap-1 rounded-md border border-strong bg-surface-1 py-0.5 pr-0.5 pl-3',
            'focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)]',
          )}
        >
          <label htmlFor={`${id}-text`} className="sr-only">
            {t('logs:quick.placeholder')}
          </label>
          <textarea
            ref={area}
            id={`${id}-text`}
            rows={1}
            value={field.value}
            onChange={event => field.onChange(event.target.value)}
            onKeyDown={onKeyDown}
            onFocus={field.onFocus}
            onBlur={field.onBlur}
            onPaste={field.onPaste}
            placeholder={t('logs:quick.placeholder')}
            enterKeyHint="send"
            {...field.aria}
            aria-invalid={excess > 0 || undefined}
            aria-describedby={alert ? `${id}-alert` : undefined}
            className="field-sizing-content max-h-[30dvh] min-w-0 flex-1 resize-none bg-transparent py-[7px] outline-none focus-visible:shadow-none pointer-coarse:text-lg"
          />
          {/* First, because it comes when the labels are known. */}
          <DraftLabelPicker
            isIcon
            doc_id={doc_id}
            labels={writing.understood.labels}
            onChange={writing.setLabels}
            size="sm"
          />
          {isPhone ? (
            <TakePhoto onFiles={writing.attach} />
          ) : (
            <FileIconButton icon={Paperclip} size="lg" label={t('attachments:attach')} onFiles={writing.attach} />
          )}
          {/* A phone always has it, so that its room is kept until it is there. */}
          {isPhone ? <span className="flex min-w-control items-end gap-1">{dictate}</span> : dictate}
          <IconButton
            type="submit"
            icon={ArrowUp}
            variant="primary"
            size="lg"
            label={t('write.send')}
            keys="enter"
            disabled={isEmpty}
          />
        </div>
      </div>
      {!isPhone && <Understood doc_id={doc_id} writing={writing} onExpand={onExpand} />}
      <p className="mt-1 text-xs empty:hidden">
        <DraftNote drafts={draftsOf(doc_id)} />
      </p>
      {alert && (
        <p id={`${id}-alert`} role="alert" className="mt-1 text-xs text-danger-ink">
          {alert}
        </p>
      )}
    </form>
  )
}

/** Takes a picture with the phone. */
function TakePhoto({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('logs')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={Camera} size="lg" label={t('add.camera')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        // The button already provides the name and the focus.
        tabIndex={-1}
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          // Clearing the value allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** What the log will have besides its text: its title, time, labels, pictures and files. */
function Understood({ doc_id, writing, onExpand }: { doc_id: number; writing: LogWriting; onExpand: () => void }) {
  const { t } = useTranslation('logs')
  const { shortDay, time } = useFormat()
  const { draft, understood, files, setHappened, setLabels, setProblem } = writing
  const { happened_at, labels } = understood
  return (
    <div aria-live="polite" className="flex flex-col gap-2 py-1.5 empty:hidden">
      {(draft.title !== '' || happened_at !== null || labels.length > 0) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {draft.title !== '' && (
            <Button size="sm" variant="quiet" onClick={onExpand}>
              {t('quick.titled', { title: draft.title })}
            </Button>
          )}
          {happened_at !== null && (
            <span className="inline-flex items-center gap-1 text-sm text-muted">
              <Clock size={14} />
              {t('happened.at', { when: `${shortDay(happened_at)}, ${time(happened_at)}` })}
              <IconButton size="sm" icon={X} label={t('happened.clear')} onClick={() => setHappened(null)} />
            </span>
          )}
          <DraftLabels labels={labels} onChange={setLabels} />
        </div>
      )}
      {draft.frames.length > 0 && (
        <ChosenPictures
          frame_ids={draft.frames}
          onRemove={id => draft.setFrames(draft.frames.filter(frame => frame !== id))}
        />
      )}
      {files.ids.length > 0 && <UploadList place={draftFilesOf(doc_id)} onRemove={() => setProblem(null)} />}
    </div>
  )
}
