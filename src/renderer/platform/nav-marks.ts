import type { ComponentType } from 'react'
import { createSlice } from './store'

/**
 * What a navigation entry shows beside its icon: a dot for a connection, or a count of new things. With `entry`, it has
 * an entry of its own in the menu of a phone.
 */
export type NavMark =
  | { dot: 'connected' | 'connecting' }
  | {
      count: number
      label: string
      entry?: { text: string; icon: ComponentType<{ size?: number; className?: string }>; href: string }
    }

/** Marks on navigation entries by entry id. Features set them and the shell shows them. */
export const useNavMarks = createSlice('navMarks', { marks: {} as Record<string, NavMark> }, set => ({
  mark(id: string, mark: NavMark | null) {
    set(({ marks }) => {
      if (mark) marks[id] = mark
      else delete marks[id]
    })
  },
}))
