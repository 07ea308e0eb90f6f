import { LiveTile } from './live-tile'
import { SourcesPage } from './page'
import { SpaceSources } from './space-sources'

/**
 * What shows live pictures, as one chunk: its parts share nearly all of their code, and what several chunks share is part
 * of the first load.
 */
export const screens = {
  /** The page of all sources. */
  SourcesPage,
  /** The picture of one source, beside something else. */
  LiveTile,
  /** The sources of a space, in Home. */
  SpaceSources,
}
