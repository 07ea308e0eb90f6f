import type { ComponentType } from 'react'
import { create } from 'zustand'

/** A command of the command palette. */
export interface Command {
  id: string
  label: string
  /** The kind of thing shown beside it: Logbook, Page. */
  kind?: string
  /** Additional search words. */
  words?: string
  icon?: ComponentType<{ size?: number; className?: string }>
  /** The equivalent keys, spelled like `Shortcut.keys`. */
  keys?: string
  run(): void
}

/**
 * Provides translated commands for the typed text. The palette filters by label and words, so a fixed list may ignore
 * the text. Commands about the text itself ("Ask Mate …") set `always`.
 */
export interface CommandSource {
  id: string
  commands(query: string): readonly Command[]
  /** Its commands match every query and come last. */
  always?: boolean
}

const useSources = create<{ sources: readonly CommandSource[] }>(() => ({ sources: [] }))

/** Adds a source permanently, as a feature does when it starts. Returns the function that removes it. */
export function registerCommands(source: CommandSource): () => void {
  useSources.setState(({ sources }) => ({ sources: [...sources.filter(other => other.id !== source.id), source] }))
  return () => useSources.setState(({ sources }) => ({ sources: sources.filter(other => other !== source) }))
}

export function useCommandSources(): readonly CommandSource[] {
  return useSources(state => state.sources)
}
