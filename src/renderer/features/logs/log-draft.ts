import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { LogLabel } from '#shared/contract/graphs/label'
import { graph } from '#shared/contract/graphs/limits'
import { labelKey } from '#shared/rules/labels'
import { clearDraft, readDraft, useDraft, writeDraft } from '../../platform/drafts'
import { moveUploads } from '../attachments/store'

const titleKey = (doc_id: number) => `log.title.${doc_id}`
const contentKey = (doc_id: number) => `log.content.${doc_id}`
const labelsKey = (doc_id: number) => `log.labels.${doc_id}`
const happenedKey = (doc_id: number) => `log.happened.${doc_id}`
const framesKey = (doc_id: number) => `log.frames.${doc_id}`

/** The draft keys of everything kept for an unfinished log, except its files. */
export const draftsOf = (doc_id: number): string[] =>
  [titleKey, contentKey, labelsKey, framesKey, happenedKey].map(keyOf => keyOf(doc_id))

/** Whether an unfinished log here has a title, which only the whole form shows in full. */
export const hasDraftTitle = (doc_id: number): boolean => readDraft(titleKey(doc_id)) !== undefined

/** The place under which files chosen for an unfinished log are listed. */
export const draftFilesOf = (doc_id: number) => `log.${doc_id}`

const Labels = z.array(LogLabel).catch([])
const Frames = z.array(z.uuid()).catch([])
const labelsIn = (doc_id: number) => Labels.parse(readDraft(labelsKey(doc_id)) ?? [])
const framesIn = (doc_id: number) => Frames.parse(readDraft(framesKey(doc_id)) ?? [])

/** The unfinished log of a document; it survives reloads and crashes. */
export function useLogDraft(doc_id: number) {
  const [title, setTitle, clearTitle] = useDraft(titleKey(doc_id))
  const [content, setContent, clearContent] = useDraft(contentKey(doc_id))
  const [labels, setLabels] = useDraftList(doc_id, labelsKey, labelsIn)
  const [frames, setFrames] = useDraftList(doc_id, framesKey, framesIn)
  /** An ISO instant; empty for a log about the moment at which it is written. */
  const [happened, setHappened, clearHappened] = useDraft(happenedKey(doc_id))
  return {
    ...{ title, content, labels, frames, happened },
    ...{ setTitle, setContent, setLabels, setFrames, setHappened },
    clear() {
      clearTitle()
      clearContent()
      clearHappened()
      setLabels([])
      setFrames([])
      for (const key of draftsOf(doc_id)) clearDraft(key)
    },
  }
}

function useDraftList<T>(doc_id: number, keyOf: (doc_id: number) => string, read: (doc_id: number) => T[]) {
  const [list, setList] = useState(() => read(doc_id))
  const shown = useRef(doc_id)
  useEffect(() => {
    if (shown.current === doc_id) return
    shown.current = doc_id
    setList(read(doc_id))
  }, [doc_id, read])
  const change = useCallback(
    (next: T[]) => {
      setList(next)
      writeDraft(keyOf(doc_id), next.length > 0 ? next : undefined)
    },
    [doc_id, keyOf],
  )
  return [list, change] as const
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

interface Log {
  title: string
  content: string
  uploads: readonly string[]
  labels: readonly LogLabel[]
  frame_ids: readonly string[]
  happened_at: string | null
}

/**
 * Returns a log to the composer. Its text goes before text that is already there; files, pictures and labels are added
 * to those present.
 */
export function putBack(doc_id: number, log: Log): void {
  moveUploads(log.uploads, draftFilesOf(doc_id))
  const title = text(readDraft(titleKey(doc_id)))
  const parts = [title ? log.title : '', log.content, text(readDraft(contentKey(doc_id)))]
  writeDraft(happenedKey(doc_id), text(readDraft(happenedKey(doc_id))) || (log.happened_at ?? undefined))
  writeDraft(titleKey(doc_id), title || log.title || undefined)
  writeDraft(contentKey(doc_id), parts.filter(part => part.trim() !== '').join('\n\n') || undefined)
  const labels = new Map([...log.labels, ...labelsIn(doc_id)].map(label => [labelKey(label), label]))
  writeDraft(labelsKey(doc_id), labels.size > 0 ? [...labels.values()].slice(0, graph.labelsAtOnce) : undefined)
  const frames = new Set([...log.frame_ids, ...framesIn(doc_id)])
  writeDraft(framesKey(doc_id), frames.size > 0 ? [...frames] : undefined)
}
