import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import type { Subject } from '#shared/contract/access/endpoints'
import type { DocumentAccess } from '#shared/contract/documents/endpoints'
import type { DocumentFile } from '#shared/contract/logs/side'
import { retryImport } from './retry-import'

/**
 * A slot for a component of another feature: `[Slot, registerSlot]`. Pages render `Slot` and know only its props. The
 * feature registers the component when the app starts, and its code loads when the slot is first rendered and the
 * server is reachable. Until then the slot is empty; a large one (`isAwaited`) suspends inside a boundary that shows a
 * placeholder.
 */
function createSlot<Props extends object>(name: string, isAwaited = false) {
  let load: (() => Promise<ComponentType<Props>>) | undefined
  const Filled = lazy(async () => {
    if (!load) throw new Error(`The slot ${name} is empty: list the feature that registers it in app/features.ts.`)
    return { default: await retryImport(load) }
  })
  const Part = (props: Props) => {
    const part = createElement(Filled as ComponentType<Props>, props)
    // Printing waits for elements with this attribute.
    return isAwaited ? part : <Suspense fallback={<span hidden data-awaited />}>{part}</Suspense>
  }
  const fill = (by: () => Promise<ComponentType<Props>>): void => {
    load = by
  }
  return [Part, fill] as const
}

interface AccessGrantsProps {
  subject: Subject
  /** Whether the person may give and revoke access; otherwise the list is read-only. */
  managed: boolean
  /** Called after this person gave or revoked access here. */
  onChanged?: () => void
}

/** The list of people with access, and the form that gives access. */
export const [AccessGrants, registerAccessGrants] = createSlot<AccessGrantsProps>('AccessGrants')

/** Open requests for access, to be answered; empty if there are none. */
export const [AccessRequests, registerAccessRequests] = createSlot<{ subject: Subject; onChanged?: () => void }>(
  'AccessRequests',
)

interface LogMediaProps {
  /** Who attached it, and when; shown below an opened picture. */
  caption?: string
  /** Renders nothing and only adds its pictures to the surrounding lightbox. */
  isOnlyLarge?: boolean
}

/** The pictures in a log, by the ids of their frames. */
export const [LogPictures, registerLogPictures] = createSlot<LogMediaProps & { frame_ids: readonly string[] }>(
  'LogPictures',
)

interface PickPicturesProps {
  /** Ids of pictures that were chosen before. */
  chosen: readonly string[]
  /** The largest total number. */
  max: number
  /** Receives all chosen ids, including those from before. */
  onPick: (frame_ids: string[]) => void
  onClose: () => void
}

/** The dialog for choosing current and earlier pictures of screens and cameras. */
export const [PickPictures, registerPickPictures] = createSlot<PickPicturesProps>('PickPictures')

interface ChosenPicturesProps {
  frame_ids: readonly string[]
  onRemove: (frame_id: string) => void
}

/** Chosen pictures of sources, each with a button to remove it. */
export const [ChosenPictures, registerChosenPictures] = createSlot<ChosenPicturesProps>('ChosenPictures')

/** The files of a log: pictures, audio and video, and rows for others. */
export const [LogFiles, registerLogFiles] = createSlot<LogMediaProps & { file_ids: readonly string[] }>('LogFiles')

/** File names, each of which opens its file. */
export const [FileNames, registerFileNames] = createSlot<{ files: readonly DocumentFile[] }>('FileNames')

interface UploadListProps {
  /** The place of `useUploads`. */
  place: string
  /** Hides the remove buttons. */
  isFixed?: boolean
  /** Called when the person removed a file. */
  onRemove?: (id: string) => void
}

/** The files chosen in a place, with the progress of each and its actions. */
export const [UploadList, registerUploadList] = createSlot<UploadListProps>('UploadList')

interface AddToLogbookProps {
  /** Pictures of sources. */
  frames: readonly { id: string; url: string; alt: string }[]
  onClose: () => void
}

/** The dialog that writes a log with pictures of sources. */
export const [AddToLogbook, registerAddToLogbook] = createSlot<AddToLogbookProps>('AddToLogbook')

/** The button on a page without access; it asks the people who can give access, if there are any. */
export const [AskForAccess, registerAskForAccess] = createSlot<{ subject: Subject }>('AskForAccess')

interface DocumentRuleProps {
  rule: { access: DocumentAccess; branch_id: number | null }
  onChange: (rule: { access: DocumentAccess; branch_id: number | null }) => void
  error: string | null
  /** Whether the person is, or will be, the creator of the document. */
  isOwn: boolean
}

/** Who can see a document without a grant. */
export const [DocumentRule, registerDocumentRule] = createSlot<DocumentRuleProps>('DocumentRule')

interface TranscriptProps {
  doc_id: number
  name: string
  /** Shown above the transcript. */
  summary: ReactNode
  /** Whether the person may correct the transcript. */
  editable: boolean
}

/** The transcript of a recording with speakers and sound; until it exists, its progress. */
export const [Transcript, registerTranscript] = createSlot<TranscriptProps>('Transcript', true)

export interface TranscriptCardProps {
  doc_id: number
  /** The position to play, in seconds; a new object plays again. */
  params: { at: number } | null
}

/** A compact transcript inside other content, for a recording that is already in its store. */
export const [TranscriptCard, registerTranscriptCard] = createSlot<TranscriptCardProps>('TranscriptCard')

/** The appearance of turns in a conversation. */
export interface ConversationLooks {
  /** The box around a person's message or upload. */
  ofPerson: string
  /** A message of Mate; `beside` is shown in small letters after the name. */
  MateTurn: ComponentType<{ label: string; beside: ReactNode; children: ReactNode }>
}

/** An item between the messages of a conversation, placed by its time. */
export interface ConversationItem {
  key: string
  /** When it arrived. */
  at: string
  draw: (looks: ConversationLooks) => ReactNode
}

export interface MateConversationProps {
  /** Replaces the greeting by name in an empty conversation. */
  greeting?: ReactNode
  beside?: readonly ConversationItem[]
  /** The current subject; suggestions are loaded again when it changes. */
  topic?: string
  composer?: {
    placeholder: string
    /** Shown above the question, for example files. */
    above: ReactNode
    /** Replaces the dictation button. */
    actions: ReactNode
  }
}

/** The conversation of the current person or guest with Mate, and its composer. */
export const [MateConversation, registerMateConversation] = createSlot<MateConversationProps>('MateConversation', true)

interface DictateProps {
  /** Inserts the words where the person writes; plain fields use `insert-text.ts`. */
  onSpoken: (words: string) => void
}

/** The button for dictation; renders nothing if this server has no speech model. */
export const [Dictate, registerDictate] = createSlot<DictateProps>('Dictate')

interface GuestEntranceProps {
  /** The heading of the failure. */
  title: string
  /** Shown during the registration. */
  children: ReactNode
}

/** Registers a visitor without an account as a guest. */
export const [GuestEntrance, registerGuestEntrance] = createSlot<GuestEntranceProps>('GuestEntrance', true)
