import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNote } from '../../../platform/draft-note'
import { MenuActions } from '../../../platform/menu-actions'
import { useShortcut } from '../../../platform/shortcuts'
import { Button } from '../../../ui/button'
import { PaneBody } from '../../../ui/pane'
import { Loading, Skeleton } from '../../../ui/skeleton'
import type { Info } from '../store'
import { Conflict } from './conflict'
import { textKey } from './kept'
import { DiscardDialog, SaveState } from './save-state'
import { SourceEditor } from './source-editor'
import { isUnsaved, useWriting, type Writing } from './writing'

interface Props {
  info: Info
  writing: Writing
  label: string
  /** True after a press, false when editing resumes after a reload. */
  autoFocus: boolean
}

/**
 * Edits the summary of a document: in the rich editor where it can keep the text faithfully, otherwise as markdown [D18].
 */
export function TextEditor({ info, writing, label, autoFocus }: Props) {
  const { t } = useTranslation(['documents', 'logbooks', 'app'])
  const { doc_id, text, state, conflict } = writing
  const [isFinishing, setFinishing] = useState(false)
  useFollowing(info, writing)
  const save = () => void useWriting.getState().save(doc_id)
  useShortcut({ keys: 'mod+s', label: t('save.now'), group: t('logbooks:title') }, save)

  async function finish() {
    setFinishing(true)
    await useWriting.getState().finish(doc_id)
    setFinishing(false)
  }
  const [isAsking, setAsking] = useState(false)
  const stop = () => useWriting.getState().stop(doc_id)
  const cancel = () => (isUnsaved(writing) ? setAsking(true) : stop())
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Menus and dialogs are rendered elsewhere in the page and handle Escape themselves.
    const isHere = event.currentTarget.contains(event.target as Node)
    if (conflict || event.key !== 'Escape' || event.nativeEvent.isComposing || !isHere) return
    // The rich editor prevents the default of Escape without using it. In the toolbar, which prevents it too, Escape
    // leads back to the text.
    if (event.defaultPrevented && !(event.target as HTMLElement).isContentEditable) return
    event.preventDefault()
    cancel()
  }
  const { mode, rich, note, write, toggle } = useMode(writing)
  return (
    <section aria-label={label} className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <div className="shrink-0 border-b border-line px-5 py-2.5 max-md:px-4">
        <h2 className="text-md font-semibold">{label}</h2>
        <p className="text-sm text-muted">{t('edit.summaryHint')}</p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-surface-2 px-5 py-2 max-md:px-4">
        <SaveState writing={writing} />
        {!conflict && (
          <MenuActions
            entries={[
              {
                label: t('editor.markdown'),
                disabled: mode === 'loading' || note === 'notLoaded',
                onSelect: toggle,
              },
              { label: t('app:action.cancel'), onSelect: cancel },
              {
                label: t('edit.saveSummary'),
                disabled: isFinishing || state === 'saving',
                onSelect: () => void finish(),
              },
            ]}
            group={t('logbooks:title')}
          />
        )}
        {!conflict && (
          <div className="ml-auto flex items-center gap-2">
            <Button
              size="sm"
              variant="quiet"
              aria-pressed={mode === 'markdown'}
              disabled={mode === 'loading' || note === 'notLoaded'}
              className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
              onClick={toggle}
            >
              {t('editor.markdown')}
            </Button>
            <Button size="sm" onClick={cancel}>
              {t('app:action.cancel')}
            </Button>
            <Button
              size="sm"
              variant="primary"
              loading={isFinishing || state === 'saving'}
              onClick={() => void finish()}
            >
              {t('edit.saveSummary')}
            </Button>
          </div>
        )}
      </div>
      <p className="shrink-0 bg-warn-soft px-5 text-xs not-empty:border-b not-empty:border-line not-empty:py-1.5 max-md:px-4">
        <DraftNote drafts={[textKey(doc_id)]} />
      </p>
      {conflict && <Conflict writing={writing} theirs={conflict} />}
      {!conflict && note && (
        <p role="status" className="shrink-0 border-b border-line bg-warn-soft px-5 py-1.5 text-xs text-warn-ink">
          {t(`editor.${note}`)}
        </p>
      )}
      {!conflict && (
        <PaneBody>
          {mode === 'loading' && (
            <Loading label={t('editor.loading')} className="grid gap-3 p-5">
              <Skeleton width="70%" />
              <Skeleton width="55%" />
              <Skeleton width="62%" />
            </Loading>
          )}
          {mode === 'rich' && rich && (
            <rich.RichEditor label={label} text={text} autoFocus={autoFocus} onChange={write} />
          )}
          {mode === 'markdown' && <SourceEditor label={label} text={text} autoFocus={autoFocus} onChange={write} />}
        </PaneBody>
      )}
      {isAsking && <DiscardDialog onDiscard={stop} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** Applies what others save. */
function useFollowing(info: Info, { doc_id, state }: Writing): void {
  useEffect(() => {
    if (state !== 'saving') useWriting.getState().news(info)
  }, [info, state])
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      // React in development unmounts and mounts again at once; that must not count as leaving.
      queueMicrotask(() => {
        if (!isHere.current) useWriting.getState().leave(doc_id)
      })
    }
  }, [doc_id])
}

/** Chooses the editor for the text, and says why when it is not the rich one. */
function useMode({ doc_id, text }: Writing) {
  const [rich, setRich] = useState<RichModule | null>(null)
  const [mode, setMode] = useState<'loading' | 'rich' | 'markdown'>('loading')
  const [note, setNote] = useState<'notLoaded' | 'onlyMarkdown' | null>(null)
  /** The text that the rich editor showed or wrote last, which it is known to take. */
  const fitting = useRef<string | null>(null)
  useEffect(() => {
    let isHere = true
    preloadRichEditor().then(
      loaded => isHere && setRich(loaded),
      () => {
        if (!isHere) return
        setNote('notLoaded')
        setMode('markdown')
      },
    )
    return () => {
      isHere = false
    }
  }, [])
  useEffect(() => {
    // Text from elsewhere may contain what the rich editor does not know.
    if (!rich || mode === 'markdown' || text === fitting.current) return
    const fits = rich.canBeRich(text)
    fitting.current = fits ? text : null
    setMode(fits ? 'rich' : 'markdown')
    setNote(fits ? null : 'onlyMarkdown')
  }, [rich, mode, text])
  return {
    rich,
    mode,
    note,
    write(next: string) {
      if (mode === 'rich') fitting.current = next
      useWriting.getState().write(doc_id, next)
    },
    toggle() {
      fitting.current = null
      if (note === 'onlyMarkdown') setNote(null)
      setMode(mode === 'rich' ? 'markdown' : 'loading')
    },
  }
}

type RichModule = typeof import('./rich-editor')

/** Loads the editor with everything it depends on. It is large, and only people who write need it. */
const preloadRichEditor = (): Promise<RichModule> => import('./rich-editor')
