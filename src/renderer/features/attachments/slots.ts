import { registerFileNames, registerLogFiles, registerUploadList } from '../../platform/slots'

/** What other features show of this one. Called once, when the app starts. */
export function registerAttachmentSlots(): void {
  registerLogFiles(async () => (await import('./log-files')).LogFiles)
  registerFileNames(async () => (await import('./file-names')).FileNames)
  registerUploadList(async () => (await import('./upload-list')).UploadList)
}
