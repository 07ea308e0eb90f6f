import * as frames from './frames-service'
import * as grantables from './grantables'
import * as desk from './live/desk'
import * as retention from './retention'

/** What others ask of sources. The feature's own endpoints are answered by the services beside this file. */

/** See there. */
export const captureNow = desk.captureNow

/** What access to them is given by. */
export const { cameras, screens } = grantables

/** See there. */
export const keepFrames = frames.keep

/** What upkeep removes of pictures. */
export const pictureSweeps = retention.pictureSweeps
