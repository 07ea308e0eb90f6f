import { day, minute } from '../../limits'

/** How long a deleted branch or document can be restored [D3]. */
export const undeleteWithin = 30 * day
/** Comments on passages of a page. */
export const pageComment = { length: 5_000, mentions: 50, quoteLength: 300, placeLength: 200 } as const
/** Saves of one person within `oneVersion` of their first save form one version. */
export const document = {
  nameLength: 200,
  descriptionLength: 2_000,
  promptLength: 4_000,
  contentLength: 500_000,
  oneVersion: 10 * minute,
  versionNameLength: 100,
  /** Versions between two compared ones that are read one by one. */
  comparedVersions: 100,
  /** One change of a page, and the shared document of a page with its history, in bytes. */
  updateBytes: 3_000_000,
  pageBytes: 12_000_000,
  /** A version of a page is cut once nobody wrote in it for `pause`, and at the latest `longestRun` after the first change. */
  pause: 2_000,
  longestRun: 30_000,
  /** Files attached to the document itself that it is returned with. */
  attachments: 100,
} as const
