import type { EditorState } from '@tiptap/pm/state'
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap'
import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  type RelativePosition,
} from 'yjs'

/** A place in a page that stays the same whatever others write. Positions of the editor do not survive their changes. */
export type Place = RelativePosition

/** A place, held by what is before it. Null until the editor has the page. */
export function placeAt(state: EditorState, at: number): Place | null {
  const sync = ySyncPluginKey.getState(state)
  return sync?.binding ? absolutePositionToRelativePosition(at, sync.type, sync.binding.mapping) : null
}

/** The same place, held by what follows it, so that what is written before it stays outside. */
export function heldByNext(state: EditorState, place: Place): Place {
  const at = createAbsolutePositionFromRelativePosition(place, ySyncPluginKey.getState(state).doc)
  return at ? createRelativePositionFromTypeIndex(at.type, at.index, 0) : place
}

/** Where a place is now; null if what held it is gone. */
export function positionOf(state: EditorState, place: Place): number | null {
  const sync = ySyncPluginKey.getState(state)
  return sync?.binding ? relativePositionToAbsolutePosition(sync.doc, sync.type, place, sync.binding.mapping) : null
}
