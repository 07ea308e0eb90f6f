import * as desk from './live/desk'
import * as retention from './retention'

/** What others ask of sources. The feature's own endpoints are answered by the services beside this file. */

/** See there. */
export const captureNow = desk.captureNow

/** What upkeep removes of pictures. */
export const pictureSweeps = retention.pictureSweeps
