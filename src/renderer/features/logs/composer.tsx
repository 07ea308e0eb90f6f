import { Images, Paperclip } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { log as limits } from '#shared/contract/logs/limits'
import { Dictate } from '../../platform/dictate'
import { DraftNote } from '../../platform/draft-note'
import { insertText } from '../../platform/insert-text'
import { showKeys } from '../../platform/shortcuts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextArea, TextField } from '../../ui/field'
import { FileButton } from '../../ui/file-button'
import { Kbd } from '../../ui/kbd'
import { useViewport } from '../../ui/use-media'
import { UploadList } from '../attachments/slots'
import { ChosenPictures, PickPictures } from '../sources/slots'
import { AddMenu } from './add-menu'
import { FileDrop } from './file-drop'
import { HappenedAt } from './happened-at'
import { draftFilesOf, draftsOf } from './log-draft'
import { DraftLabelPicker, DraftLabels } from './slots'
import { useLogWriting } from './use-log-writing'
import { WritingOffers } from './writing-offers'

interface Props {
  doc_id: number
  /** The text field, for moving the focus there. */
  area: RefObject<HTMLTextAreaElement | null>
  /** The person opened it, so it takes the focus. */
  takesFocus: boolean
  onClose: () => void
  onWritten: () => void
}

const formId = 'write-log'

/** Moves the caret to the end of the text. */
export function focusEnd(area: HTMLTextAreaElement | null): void {
  area?.focus()
  const end = area?.value.length ?? 0
  area?.setSelectionRange(end, end)
}

/**
 * Writes logs. Above the timeline it stays open for the next log; on a phone it is a sheet that closes, because it
 * covers the new log. Text and attachments are kept until the log is sent.
 */
export function Composer({ doc_id, area, takesFocus, onClose, onWritten }: Props) {
  const { t } = useTranslation(['logbooks', 'logs', 'attachments'])
  const isPhone = useViewport() === 'phone'
  const writing = useLogWriting(doc_id, area)
  const { draft, files, understood, problem, setProblem, excess, isEmpty, attach, field } = writing
  const { title, frames, setTitle, setFrames } = draft
  const [isPicking, setPicking] = useState(false)
  useEffect(() => {
    if (takesFocus) focusEnd(area.current)
  }, [area, takesFocus])

  function submit() {
    if (!writing.submit()) return
    if (isPhone) onClose()
    else area.current?.focus()
    onWritten()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && !isPhone) {
      event.preventDefault()
      onClose()
    }
  }

  const size = isPhone ? 'md' : 'sm'
  const tools = (
    <span className="flex flex-wrap items-center gap-2">
      {isPhone ? (
        <AddMenu onFiles={attach} onSources={() => setPicking(true)} />
      ) : (
        <>
          <FileButton icon={Paperclip} size={size} variant="soft" onFiles={attach}>
            {t('attachments:attach')}
          </FileButton>
          <Button icon={Images} size={size} variant="soft" onClick={() => setPicking(true)}>
            {t('logs:pictures.add')}
          </Button>
        </>
      )}
      <DraftLabelPicker doc_id={doc_id} labels={understood.labels} onChange={writing.setLabels} size={size} />
      <HappenedAt at={understood.happened_at} onChange={writing.setHappened} size={size} />
      <Dictate onSpoken={words => field.onChange(insertText(area.current, words))} />
    </span>
  )
  const kept = <DraftNote drafts={draftsOf(doc_id)}>{t('write.kept')}</DraftNote>
  const send = (
    <Button type="submit" form={formId} variant="primary" disabled={isEmpty}>
      {t('write.send')}
    </Button>
  )
  const form = (
    <form
      id={formId}
      noValidate
      aria-label={t('write.label')}
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label={t('write.title')}
        hideLabel
        placeholder={t('write.titlePlaceholder')}
        maxLength={limits.titleLength}
        autoComplete="off"
        value={title}
        onChange={event => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="relative">
        <WritingOffers doc_id={doc_id} writing={writing} side="below" />
        <TextArea
          ref={area}
          label={t('write.content')}
          hideLabel
          placeholder={t('write.contentPlaceholder')}
          rows={isPhone ? 8 : 3}
          value={field.value}
          onChange={event => field.onChange(event.target.value)}
          onKeyDown={event => {
            if (!field.isKeyTaken(event)) onKeyDown(event)
          }}
          onFocus={field.onFocus}
          onBlur={field.onBlur}
          onPaste={field.onPaste}
          {...field.aria}
          error={excess > 0 ? t('write.tooLong', { count: excess }) : null}
        />
      </div>
      <DraftLabels labels={understood.labels} onChange={writing.setLabels} />
      {frames.length > 0 && (
        <ChosenPictures frame_ids={frames} onRemove={id => setFrames(frames.filter(frame => frame !== id))} />
      )}
      <UploadList place={draftFilesOf(doc_id)} onRemove={() => setProblem(null)} />
      {problem && (
        <p role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
      {isPhone ? (
        tools
      ) : (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {tools}
          <p className="mr-auto ml-1 text-xs text-muted">{kept}</p>
          <span className="pointer-coarse:hidden">
            <Kbd>{showKeys('mod+enter')}</Kbd>
          </span>
          <Button onClick={onClose}>{t('write.close')}</Button>
          {send}
        </div>
      )}
    </form>
  )
  const picker = isPicking && (
    <PickPictures
      chosen={frames}
      max={limits.frames - files.ids.length}
      onPick={setFrames}
      onClose={() => setPicking(false)}
    />
  )
  if (!isPhone) {
    return (
      <div className="shrink-0 border-b border-line bg-surface-2 px-7 py-4">
        <FileDrop onFiles={attach} />
        {form}
        {picker}
      </div>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('write.label')}
      description={kept}
      closeLabel={t('write.close')}
      footer={send}
    >
      {form}
      {picker}
    </Dialog>
  )
}
