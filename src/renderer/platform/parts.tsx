import { type ComponentType, createElement, lazy, type ReactNode, type RefObject, Suspense } from 'react'
import type { Subject } from '#shared/contract/access'
import type { DocumentAccess } from '#shared/contract/logbooks'

/**
 * A place for what another feature draws: `[Part, fill]`. Pages show `Part` and know its props only; the feature fills it when the
 * app starts, and its code is fetched when the part is first shown.
 */
function createPart<Props extends object>(name: string) {
  let load: (() => Promise<ComponentType<Props>>) | undefined
  const Filled = lazy(async () => {
    if (!load) throw new Error(`Nobody fills the part ${name}: list the feature that draws it in app/features.ts.`)
    return { default: await load() }
  })
  const Part = (props: Props) => (
    <Suspense fallback={null}>{createElement(Filled as ComponentType<Props>, props)}</Suspense>
  )
  const fill = (by: () => Promise<ComponentType<Props>>): void => {
    load = by
  }
  return [Part, fill] as const
}

interface AccessGrantsProps {
  subject: Subject
  /** The person may give access and take it away; otherwise the list is only shown. */
  managed: boolean
  /** Access was given or taken, by this person, here. */
  onChanged?: () => void
}

/** Who was given access to something, and the form that gives it. */
export const [AccessGrants, fillAccessGrants] = createPart<AccessGrantsProps>('AccessGrants')

/** Who asks for access to something, to be answered; nothing while nobody does. */
export const [AccessRequests, fillAccessRequests] = createPart<{ subject: Subject; onChanged?: () => void }>(
  'AccessRequests',
)

interface Shown {
  /** Who gave it, and when: said below a picture that is opened. */
  caption?: string
}

/** The pictures that a log shows, by the ids of their frames. */
export const [LogPictures, fillLogPictures] = createPart<Shown & { frame_ids: readonly string[] }>('LogPictures')

/** The files of a log: pictures, what is played, and rows of others. */
export const [LogFiles, fillLogFiles] = createPart<Shown & { file_ids: readonly string[] }>('LogFiles')

interface UploadListProps {
  /** That of `useUploads`. */
  place: string
  /** Nothing can be taken out any more. */
  isFixed?: boolean
  /** The person took one back. */
  onRemove?: (id: string) => void
}

/** The files that were chosen in a place, how far each is, and what can be done with it. */
export const [UploadList, fillUploadList] = createPart<UploadListProps>('UploadList')

interface AddToLogbookProps {
  /** Pictures of sources. */
  frames: readonly { id: string; url: string; alt: string }[]
  onClose: () => void
}

/** The dialog that writes a log with pictures of sources. */
export const [AddToLogbook, fillAddToLogbook] = createPart<AddToLogbookProps>('AddToLogbook')

/** The button of a page that cannot be seen: asks those who can give access, if there are any. */
export const [AskForAccess, fillAskForAccess] = createPart<{ subject: Subject }>('AskForAccess')

interface DocumentRuleProps {
  rule: { access: DocumentAccess; branch_id: number | null }
  onChange: (rule: { access: DocumentAccess; branch_id: number | null }) => void
  error: string | null
  /** The person is, or will be, the document's creator. */
  isOwn: boolean
}

/** Who sees a document without a grant. */
export const [DocumentRule, fillDocumentRule] = createPart<DocumentRuleProps>('DocumentRule')

interface TranscriptProps {
  doc_id: number
  name: string
  /** Stands above what was said. */
  summary: ReactNode
  /** The person may correct it. */
  editable: boolean
}

/** What was said in a recording, by whom, and its sound; until it is there, how far it is. */
export const [Transcript, fillTranscript] = createPart<TranscriptProps>('Transcript')

interface DictateProps {
  field: RefObject<HTMLTextAreaElement | null>
  /** The field's whole text, with what was spoken where its caret is. */
  onText: (text: string) => void
}

/** The button that writes what is spoken into a field; nothing where this server knows no words. */
export const [Dictate, fillDictate] = createPart<DictateProps>('Dictate')
