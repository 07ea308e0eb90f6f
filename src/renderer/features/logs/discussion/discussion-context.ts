import { createContext } from 'react'

/** Opens the discussion of a log beside the timeline; null where there is none. */
export const DiscussionContext = createContext<((log_id: number) => void) | null>(null)
