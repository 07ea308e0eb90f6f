import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { log as limits } from '#shared/contract/logs/limits'
import type { Log } from '#shared/contract/logs/log'
import { useErrorText } from '../../../i18n/texts'
import { Dictate } from '../../../platform/dictate'
import { DraftNote } from '../../../platform/draft-note'
import { insertText } from '../../../platform/insert-text'
import { showKeys } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextArea, TextField } from '../../../ui/field'
import { Kbd } from '../../../ui/kbd'
import { LinkList } from '../../../ui/link-list'
import { offeredAria, useLinks } from '../../../ui/links'
import { findLinks } from '../../search/slots'
import { type Correction, excessOf, isChanged, keyOf, useCorrections } from './corrections'

interface Props {
  log: Log
  correction: Correction
  titleId: string
}

/** Corrects a log in its place in the timeline. */
export function CorrectionEditor({ log, correction, titleId }: Props) {
  const { t } = useTranslation(['logs', 'logbooks', 'app'])
  const errorText = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { log_id, title, content, failure } = correction
  const { write, save, discard } = useCorrections.getState()
  const id = useId()
  const setText = (text: string) => write(log_id, { content: text })
  const links = useLinks({ field: area, text: content, setText, find: findLinks })
  const excess = excessOf(correction)
  const isEmpty = title.trim() === '' && content.trim() === '' && log.frame_ids.length + log.file_ids.length === 0
  // After a refused save the person may be elsewhere, and the focus must stay there.
  const isElsewhere = useRef(failure !== null)
  useEffect(() => {
    if (isElsewhere.current) return
    area.current?.focus()
    const end = area.current?.value.length ?? 0
    area.current?.setSelectionRange(end, end)
  }, [])

  /** The form closes, and the focus stays with the log. */
  function leave(then: () => void) {
    form.current?.closest('article')?.focus({ preventScroll: true })
    then()
  }
  function submit() {
    if (isEmpty || excess > 0) area.current?.focus()
    else leave(() => void save(log_id))
  }
  function cancel() {
    if (isChanged(correction)) setAsking(true)
    else leave(() => discard(log_id))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // Escape would also make the timeline leave the log that the address names.
      event.stopPropagation()
      cancel()
    }
  }
  return (
    <>
      <h3 id={titleId} className="text-md leading-5 font-semibold wrap-anywhere">
        {log.title}
      </h3>
      <form
        ref={form}
        noValidate
        aria-label={t('correct.label', { title: log.title })}
        className="mt-2 flex max-w-[640px] flex-col gap-3"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={t('logbooks:write.title')}
          hideLabel
          placeholder={t('logbooks:write.titlePlaceholder')}
          maxLength={limits.titleLength}
          autoComplete="off"
          value={title}
          onChange={event => write(log_id, { title: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <div className="relative">
          <LinkList id={`${id}-links`} label={t('quick.links')} {...links} side="below" />
          <TextArea
            ref={area}
            label={t('logbooks:write.content')}
            hideLabel
            rows={Math.min(12, Math.max(3, content.split('\n').length + 1))}
            value={content}
            onChange={event => {
              setText(event.target.value)
              links.look()
            }}
            onKeyDown={event => {
              if (links.onKeyDown(event)) event.stopPropagation()
              else onKeyDown(event)
            }}
            onBlur={links.close}
            aria-autocomplete="list"
            {...offeredAria(id, { links })}
            error={excess > 0 ? t('logbooks:write.tooLong', { count: excess }) : null}
          />
        </div>
        {failure && (
          <p role="alert" className="text-sm text-danger-ink">
            {t('logbooks:pending.failed')} {errorText(failure)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Dictate onSpoken={words => write(log_id, { content: insertText(area.current, words) })} />
          <p className="mr-auto text-xs text-muted">
            <DraftNote drafts={[keyOf(log_id)]}>{t('logbooks:write.kept')}</DraftNote>
          </p>
          <span className="pointer-coarse:hidden">
            <Kbd>{showKeys('mod+enter')}</Kbd>
          </span>
          <Button size="sm" onClick={cancel}>
            {t('app:action.cancel')}
          </Button>
          <Button size="sm" type="submit" variant="primary" disabled={isEmpty}>
            {t('correct.save')}
          </Button>
        </div>
      </form>
      {isAsking && (
        <ConfirmDialog
          needsServer={false}
          title={t('correct.discardTitle')}
          text={t('correct.discardText')}
          confirmLabel={t('correct.discard')}
          cancelLabel={t('correct.goOn')}
          closeLabel={t('app:action.close')}
          danger
          onConfirm={async () => {
            setAsking(false)
            leave(() => discard(log_id))
            return null
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
