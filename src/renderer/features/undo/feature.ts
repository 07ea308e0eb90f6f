import type { Feature } from '../../platform/feature'

/** Deleting with Undo: other features use it through its store. */
export const undo: Feature = {}
