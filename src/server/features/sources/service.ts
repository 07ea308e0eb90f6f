import * as frames from './frames-service'
import * as grantables from './grantables'
import * as desk from './live/desk'
import * as retention from './retention'
import * as searchable from './searchable'

/** What others ask of sources. The feature's own endpoints are answered by the services beside this file. */

/** See there. */
export const captureNow = desk.captureNow

/** What access to them is given by. */
export const { cameras, screens } = grantables

/** See there. */
export const keepFrames = frames.keep

/** See there. */
export const openFrames = frames.openFrames

/** Cameras and screens as they can be looked for. */
export const searchableSources = searchable.sources

/** What upkeep removes of pictures. */
export const pictureSweeps = retention.pictureSweeps

/** See there. */
export const releaseFrames = retention.releaseFrames
