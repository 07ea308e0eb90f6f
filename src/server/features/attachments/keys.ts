/** Below this key lies everything of a file that is kept. */
export const keptBelow = (organization_id: number, file_id: string) => `attachments/${organization_id}/${file_id}`
/** Below this key lie the parts of an upload. */
export const partsBelow = (organization_id: number, file_id: string) => `uploads/${organization_id}/${file_id}`

export const fileKey = (organization_id: number, file_id: string) => `${keptBelow(organization_id, file_id)}/file`
export const thumbnailKey = (organization_id: number, file_id: string) =>
  `${keptBelow(organization_id, file_id)}/thumbnail`
export const partKey = (organization_id: number, file_id: string, part: number) =>
  `${partsBelow(organization_id, file_id)}/${part}`
