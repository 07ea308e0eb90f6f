import { type ClipboardEvent, type RefObject, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogLabel } from '#shared/contract/graphs/label'
import { graph } from '#shared/contract/graphs/limits'
import { log as limits, logComment } from '#shared/contract/logs/limits'
import { labelKey } from '#shared/rules/labels'
import { parseQuickLog } from '#shared/rules/quick-log'
import { browserTimeZone, usePreferences } from '../../platform/preferences'
import { offeredAria, useLinks } from '../../ui/links'
import { mentionedIn, useMentions } from '../../ui/mentions'
import { nameKey } from '../../ui/name-key'
import { useOffers } from '../../ui/offers'
import { useUploads } from '../attachments/store'
import { findLinks } from '../search/slots'
import { draftFilesOf, useLogDraft } from './log-draft'
import { useOutbox } from './outbox'
import { knowPeople, usePeople } from './people'

/** The most labels that are offered at once. */
const mostOffered = 6

const joined = (some: readonly LogLabel[], more: readonly LogLabel[]): LogLabel[] =>
  [...new Map([...some, ...more].map(label => [labelKey(label), label])).values()].slice(0, graph.labelsAtOnce)

/**
 * Writes the unfinished log of a logbook, in one line or in the whole form: its draft, what is understood of its text,
 * what is offered while it is typed, its files, and sending it.
 */
export function useLogWriting(doc_id: number, area: RefObject<HTMLTextAreaElement | null>) {
  const { t } = useTranslation(['attachments', 'logs'])
  const id = useId()
  const draft = useLogDraft(doc_id)
  const { title, content, labels, frames, happened, setContent, setHappened } = draft
  const files = useUploads(draftFilesOf(doc_id))
  /** The problem with the files or the sending. */
  const [problem, setProblem] = useState<string | null>(null)
  /** The labels of the logbook, which their slot reports. */
  const [known, setKnown] = useState<readonly LogLabel[]>([])
  /** The words that name a time which the person does not mean, and labels that they do not mean. */
  const [declined, setDeclined] = useState<string | null>(null)
  const [declinedLabels, setDeclinedLabels] = useState<readonly string[]>([])
  const language = usePreferences(state => state.language)
  const zone = usePreferences(state => state.timeZone) ?? browserTimeZone()
  const read = useMemo(() => {
    const meant = known.filter(label => !declinedLabels.includes(labelKey(label)))
    return parseQuickLog(content, { language, zone, now: Date.now(), labels: meant })
  }, [content, language, zone, known, declinedLabels])
  const isTimeMeant = happened === '' && read.phrase !== null && read.phrase !== declined
  const text = isTimeMeant ? read.content : read.whole
  const understood = {
    content: text,
    happened_at: happened || (isTimeMeant ? read.happened_at : null),
    labels: joined(labels, read.labels),
  }

  /** Changes the labels; those that the text names need not be kept in the draft. */
  function setLabels(next: readonly LogLabel[]) {
    const keys = new Set(next.map(labelKey))
    const named = new Set(read.labels.map(labelKey))
    const had = new Set(labels.map(labelKey))
    const removed = [...named].filter(key => !keys.has(key))
    if (removed.length > 0) setDeclinedLabels([...declinedLabels, ...removed])
    draft.setLabels(next.filter(label => had.has(labelKey(label)) || !named.has(labelKey(label))))
  }

  const people = usePeople()
  const isNaming = content.includes('@')
  useEffect(() => {
    if (isNaming) knowPeople()
  }, [isNaming])
  const mentions = useMentions({ field: area, text: content, setText: setContent, people })
  const labelOffers = useOffers<LogLabel>({
    field: area,
    text: content,
    setText: setContent,
    sign: '#',
    find(words) {
      const wanted = nameKey(words)
      // A blank after the sign makes a heading.
      return words.startsWith(' ')
        ? []
        : known.filter(label => nameKey(label.text).includes(wanted)).slice(0, mostOffered)
    },
    textOf: () => '',
    onPick: label => draft.setLabels(joined(labels, [label])),
  })
  const links = useLinks({ field: area, text: content, setText: setContent, find: findLinks })
  const offers = [mentions, labelOffers, links]

  const excess = content.length - limits.contentLength
  const isEmpty = title.trim() === '' && text.trim() === '' && files.ids.length + frames.length === 0

  function attach(chosen: readonly File[], folders = 0) {
    const left = files.add(chosen, limits.files - frames.length)
    if (left > 0) setProblem(t('tooMany', { count: left, most: limits.files }))
    else setProblem(folders > 0 ? t('folders') : null)
  }

  /** Sends the log to the outbox; returns whether it did. */
  function submit(): boolean {
    if (isEmpty || excess > 0) {
      area.current?.focus()
      return false
    }
    if (!files.canSend) {
      setProblem(t('unsent'))
      return false
    }
    for (const offer of offers) offer.close()
    const mentioned = mentionedIn(text, people).slice(0, logComment.mentions)
    useOutbox
      .getState()
      .write(doc_id, { title, uploads: files.ids, frame_ids: frames, ...understood, mentions: mentioned })
    draft.clear()
    setProblem(null)
    return true
  }

  return {
    ...{ id, draft, files, understood, problem, setProblem, excess, isEmpty, attach, submit },
    ...{ mentions, labelOffers, links, setKnown, setLabels },
    /** Sets another time, or says that none is meant. */
    setHappened(at: string | null) {
      setHappened(at ?? '')
      setDeclined(at === null ? read.phrase : null)
    },
    /** What the text field needs, besides its own keys. */
    field: {
      value: content,
      onChange(value: string) {
        setContent(value)
        for (const offer of offers) offer.look()
      },
      /** Returns whether the key was for what is offered. */
      isKeyTaken: (event: Parameters<typeof mentions.onKeyDown>[0]) => offers.some(offer => offer.onKeyDown(event)),
      onBlur() {
        for (const offer of offers) offer.close()
      },
      onPaste(event: ClipboardEvent) {
        const { files: pasted, types } = event.clipboardData
        // Text copied from an office program comes with a picture of itself.
        if (pasted.length === 0 || types.includes('text/plain')) return
        event.preventDefault()
        attach([...pasted])
      },
      onFocus: knowPeople,
      aria: {
        'aria-autocomplete': 'list',
        ...(labelOffers.chosen && {
          'aria-controls': `${id}-labels`,
          'aria-activedescendant': `${id}-labels-${labelKey(labelOffers.chosen)}`,
        }),
        ...offeredAria(id, { mentions, links }),
      } as const,
    },
  }
}

export type LogWriting = ReturnType<typeof useLogWriting>
