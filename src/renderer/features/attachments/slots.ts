import { registerFileNames, registerLogFiles, registerUploadList } from '../../platform/slots'

/** Registers what other features show of attachments. Called once when the app starts. */
export function registerAttachmentSlots(): void {
  registerLogFiles(async () => (await import('./log-files')).LogFiles)
  registerFileNames(async () => (await import('./file-names')).FileNames)
  registerUploadList(async () => (await import('./upload-list')).UploadList)
}
