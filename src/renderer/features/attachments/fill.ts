import { fillFileNames, fillLogFiles, fillUploadList } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillAttachmentParts(): void {
  fillLogFiles(async () => (await import('./log-files')).LogFiles)
  fillFileNames(async () => (await import('./file-names')).FileNames)
  fillUploadList(async () => (await import('./upload-list')).UploadList)
}
