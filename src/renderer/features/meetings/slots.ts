import type { ReactNode } from 'react'
import { createSlot } from '../../platform/slot'

export interface TranscriptCardProps {
  doc_id: number
  /** The position to play, in seconds; a new object plays again. */
  params: { at: number } | null
}

/** A compact transcript inside other content, for a recording that is already in its store. */
export const TranscriptCard = createSlot<TranscriptCardProps>()

interface GuestEntranceProps {
  /** The heading of the failure. */
  title: string
  /** Shown during the registration. */
  children: ReactNode
}

/** Registers a visitor without an account as a guest. */
export const GuestEntrance = createSlot<GuestEntranceProps>({ isAwaited: true })
