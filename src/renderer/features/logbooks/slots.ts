import { registerAddToLogbook, registerDocumentRule } from '../../platform/slots'

/** What other features show of this one. Called once, when the app starts. */
export function registerLogbookSlots(): void {
  registerAddToLogbook(async () => (await import('./add-dialog')).AddDialog)
  registerDocumentRule(async () => (await import('./who-field')).WhoField)
}
