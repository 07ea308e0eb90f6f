/** The key prefix of everything of a stored file. */
export const filePrefix = (organization_id: number, file_id: string) => `attachments/${organization_id}/${file_id}`
/** The key prefix of the parts of an upload. */
export const partsPrefix = (organization_id: number, file_id: string) => `uploads/${organization_id}/${file_id}`

export const fileKey = (organization_id: number, file_id: string) => `${filePrefix(organization_id, file_id)}/file`
export const thumbnailKey = (organization_id: number, file_id: string) =>
  `${filePrefix(organization_id, file_id)}/thumbnail`
export const partKey = (organization_id: number, file_id: string, part: number) =>
  `${partsPrefix(organization_id, file_id)}/${part}`
