import { day, minute } from '../../limits'

/** How long a deleted branch or document can be restored [D3]. */
export const undeleteWithin = 30 * day
/** Saves of one person within `oneVersion` of their first save form one version. */
export const document = {
  nameLength: 200,
  descriptionLength: 2_000,
  promptLength: 4_000,
  contentLength: 500_000,
  oneVersion: 10 * minute,
  /** Files attached to the document itself that it is returned with. */
  attachments: 100,
} as const
