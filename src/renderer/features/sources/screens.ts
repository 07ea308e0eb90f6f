import { SourcesPage } from './page'
import { SourcePane } from './source-pane'
import { SpaceSources } from './space-sources'

/**
 * What shows live pictures, as one chunk: its parts share nearly all of their code, and what several chunks share is part
 * of the first load.
 */
export const screens = {
  /** The page of all sources. */
  SourcesPage,
  /** A source beside a list of another page. */
  SourcePane,
  /** The sources of a space, in Home. */
  SpaceSources,
}
