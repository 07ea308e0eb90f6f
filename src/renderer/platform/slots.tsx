import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import type { Subject } from '#shared/contract/access'
import type { DocumentFile } from '#shared/contract/logbook-side'
import type { DocumentAccess } from '#shared/contract/logbooks'
import { retryImport } from './retry-import'

/**
 * A place for what another feature draws: `[Part, fill]`. Pages show `Part` and know its props only; the feature fills it when the
 * app starts, and its code is fetched when the part is first shown, as soon as the server is there. Until then nothing stands in its
 * place; a large one (`isAwaited`) is shown within a boundary that says what does.
 */
function createSlot<Props extends object>(name: string, isAwaited = false) {
  let load: (() => Promise<ComponentType<Props>>) | undefined
  const Filled = lazy(async () => {
    if (!load) throw new Error(`Nobody fills the part ${name}: list the feature that draws it in app/features.ts.`)
    return { default: await retryImport(load) }
  })
  const Part = (props: Props) => {
    const part = createElement(Filled as ComponentType<Props>, props)
    return isAwaited ? part : <Suspense fallback={null}>{part}</Suspense>
  }
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
export const [AccessGrants, registerAccessGrants] = createSlot<AccessGrantsProps>('AccessGrants')

/** Who asks for access to something, to be answered; nothing while nobody does. */
export const [AccessRequests, registerAccessRequests] = createSlot<{ subject: Subject; onChanged?: () => void }>(
  'AccessRequests',
)

interface Shown {
  /** Who gave it, and when: said below a picture that is opened. */
  caption?: string
  /** Shows nothing here, and only adds its pictures to the lightbox that is around it. */
  isOnlyLarge?: boolean
}

/** The pictures that a log shows, by the ids of their frames. */
export const [LogPictures, registerLogPictures] = createSlot<Shown & { frame_ids: readonly string[] }>('LogPictures')

interface PickPicturesProps {
  /** Ids of those that were chosen before. */
  chosen: readonly string[]
  /** No more than so many in all. */
  most: number
  /** All that are chosen now, those from before included. */
  onPick: (frame_ids: string[]) => void
  onClose: () => void
}

/** The dialog that chooses pictures of screens and cameras: those of now, and earlier ones. */
export const [PickPictures, registerPickPictures] = createSlot<PickPicturesProps>('PickPictures')

interface ChosenPicturesProps {
  frame_ids: readonly string[]
  onRemove: (frame_id: string) => void
}

/** Pictures of sources that were chosen for something, each with the way to take it out. */
export const [ChosenPictures, registerChosenPictures] = createSlot<ChosenPicturesProps>('ChosenPictures')

/** The files of a log: pictures, what is played, and rows of others. */
export const [LogFiles, registerLogFiles] = createSlot<Shown & { file_ids: readonly string[] }>('LogFiles')

/** Files by their names, each of which opens it. */
export const [FileNames, registerFileNames] = createSlot<{ files: readonly DocumentFile[] }>('FileNames')

interface UploadListProps {
  /** That of `useUploads`. */
  place: string
  /** Nothing can be taken out any more. */
  isFixed?: boolean
  /** The person took one back. */
  onRemove?: (id: string) => void
}

/** The files that were chosen in a place, how far each is, and what can be done with it. */
export const [UploadList, registerUploadList] = createSlot<UploadListProps>('UploadList')

interface AddToLogbookProps {
  /** Pictures of sources. */
  frames: readonly { id: string; url: string; alt: string }[]
  onClose: () => void
}

/** The dialog that writes a log with pictures of sources. */
export const [AddToLogbook, registerAddToLogbook] = createSlot<AddToLogbookProps>('AddToLogbook')

/** The button of a page that cannot be seen: asks those who can give access, if there are any. */
export const [AskForAccess, registerAskForAccess] = createSlot<{ subject: Subject }>('AskForAccess')

interface DocumentRuleProps {
  rule: { access: DocumentAccess; branch_id: number | null }
  onChange: (rule: { access: DocumentAccess; branch_id: number | null }) => void
  error: string | null
  /** The person is, or will be, the document's creator. */
  isOwn: boolean
}

/** Who sees a document without a grant. */
export const [DocumentRule, registerDocumentRule] = createSlot<DocumentRuleProps>('DocumentRule')

interface TranscriptProps {
  doc_id: number
  name: string
  /** Stands above what was said. */
  summary: ReactNode
  /** The person may correct it. */
  editable: boolean
}

/** What was said in a recording, by whom, and its sound; until it is there, how far it is. */
export const [Transcript, registerTranscript] = createSlot<TranscriptProps>('Transcript', true)

export interface TranscriptCardProps {
  doc_id: number
  /** A place to hear, in seconds; a new object is heard again. */
  params: { at: number } | null
}

/** The same within something else, for a recording that its store was told of. */
export const [TranscriptCard, registerTranscriptCard] = createSlot<TranscriptCardProps>('TranscriptCard')

/** How turns look in a conversation. */
export interface ConversationLooks {
  /** The box around what the person says or hands over. */
  ofPerson: string
  /** What Mate says; `beside` stands in small letters beside its name. */
  MateTurn: ComponentType<{ label: string; beside: ReactNode; children: ReactNode }>
}

/** Something that stands between the messages of a conversation, by its time. */
export interface BesideMessage {
  key: string
  /** When it came. */
  at: string
  draw: (looks: ConversationLooks) => ReactNode
}

export interface MateConversationProps {
  /** Stands in an empty conversation instead of a greeting by name. */
  greeting?: ReactNode
  beside?: readonly BesideMessage[]
  /** What can be asked about; suggestions are read again when it changes. */
  topic?: string
  composer?: {
    placeholder: string
    /** Stands over the question, such as files. */
    above: ReactNode
    /** In place of dictation. */
    actions: ReactNode
  }
}

/** The conversation with Mate of whoever is here, and where a question is written. */
export const [MateConversation, registerMateConversation] = createSlot<MateConversationProps>('MateConversation', true)

interface DictateProps {
  /** Takes the words in, where the person writes; see `insert-text.ts` for plain fields. */
  onSpoken: (words: string) => void
}

/** The button that writes down what is spoken; nothing where this server knows no words. */
export const [Dictate, registerDictate] = createSlot<DictateProps>('Dictate')
