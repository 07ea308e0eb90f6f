import { registerAddToLogbook, registerDocumentRule } from '../../platform/slots'

/** Registers what other features show of logbooks. Called once when the app starts. */
export function registerDocumentSlots(): void {
  registerAddToLogbook(async () => (await import('../logs/add-dialog')).AddDialog)
  registerDocumentRule(async () => (await import('./who-field')).WhoField)
}
