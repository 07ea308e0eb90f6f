import type { ComponentType } from 'react'
import { create } from 'zustand'

/** Something that the command palette offers. */
export interface Command {
  id: string
  label: string
  /** What kind of thing it is, shown beside it: Logbook, Page. */
  kind?: string
  /** Other words that find it. */
  words?: string
  icon?: ComponentType<{ size?: number; className?: string }>
  /** Keys that do the same, as `Shortcut.keys` spells them. */
  keys?: string
  run(): void
}

/**
 * Commands for what was typed so far, already translated. The palette filters by label and words, so that a fixed list may ignore
 * the text; commands that are about the text itself ("Ask Mate …") set `always`.
 */
export interface CommandSource {
  id: string
  commands(query: string): readonly Command[]
  /** Its commands fit every query and come last. */
  always?: boolean
}

const useSources = create<{ sources: readonly CommandSource[] }>(() => ({ sources: [] }))

/** Adds a source for good, as a feature does when it starts. Answers the function that removes it. */
export function registerCommands(source: CommandSource): () => void {
  useSources.setState(({ sources }) => ({ sources: [...sources.filter(one => one.id !== source.id), source] }))
  return () => useSources.setState(({ sources }) => ({ sources: sources.filter(one => one !== source) }))
}

export function useCommandSources(): readonly CommandSource[] {
  return useSources(state => state.sources)
}
