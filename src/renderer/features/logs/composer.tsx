import { Images, Paperclip } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
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
import { useUploads } from '../attachments/store'
import { ChosenPictures, PickPictures } from '../sources/slots'
import { AddMenu } from './add-menu'
import { FileDrop } from './file-drop'
import { HappenedAt } from './happened-at'
import { draftFilesOf, draftsOf, useLogDraft } from './log-draft'
import { useOutbox } from './outbox'
import { DraftLabelPicker, DraftLabels } from './slots'

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
  const draft = useLogDraft(doc_id)
  const { title, content, labels, frames, happened, setTitle, setContent, setLabels, setFrames, setHappened } = draft
  const place = draftFilesOf(doc_id)
  const files = useUploads(place)
  /** The problem with the files or the sending. */
  const [problem, setProblem] = useState<string | null>(null)
  const [isPicking, setPicking] = useState(false)
  const excess = content.length - limits.contentLength
  const isEmpty = title.trim() === '' && content.trim() === '' && files.ids.length + frames.length === 0
  useEffect(() => {
    if (takesFocus) focusEnd(area.current)
  }, [area, takesFocus])

  function attach(chosen: readonly File[], folders = 0) {
    const left = files.add(chosen, limits.files - frames.length)
    const most = limits.files
    if (left > 0) setProblem(t('attachments:tooMany', { count: left, most }))
    else setProblem(folders > 0 ? t('attachments:folders') : null)
  }
  function submit() {
    if (isEmpty || excess > 0) {
      area.current?.focus()
      return
    }
    if (!files.canSend) {
      setProblem(t('attachments:unsent'))
      return
    }
    const happened_at = happened || null
    useOutbox.getState().write(doc_id, { title, content, uploads: files.ids, frame_ids: frames, labels, happened_at })
    draft.clear()
    setProblem(null)
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

  function onPaste(event: ClipboardEvent) {
    const { files: pasted, types } = event.clipboardData
    // Text copied from an office program comes with a picture of itself.
    if (pasted.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    attach([...pasted])
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
      <DraftLabelPicker doc_id={doc_id} labels={labels} onChange={setLabels} size={size} />
      <HappenedAt at={happened || null} onChange={at => setHappened(at ?? '')} size={size} />
      <Dictate onSpoken={words => setContent(insertText(area.current, words))} />
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
      <TextArea
        ref={area}
        label={t('write.content')}
        hideLabel
        placeholder={t('write.contentPlaceholder')}
        rows={isPhone ? 8 : 3}
        value={content}
        onChange={event => setContent(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        error={excess > 0 ? t('write.tooLong', { count: excess }) : null}
      />
      <DraftLabels labels={labels} onChange={setLabels} />
      {frames.length > 0 && (
        <ChosenPictures frame_ids={frames} onRemove={id => setFrames(frames.filter(frame => frame !== id))} />
      )}
      <UploadList place={place} onRemove={() => setProblem(null)} />
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
