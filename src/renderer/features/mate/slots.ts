import type { ComponentType, ReactNode } from 'react'
import { createSlot } from '../../platform/slot'

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
export const MateConversation = createSlot<MateConversationProps>({ isAwaited: true })
