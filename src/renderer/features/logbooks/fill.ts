import { fillAddToLogbook, fillDocumentRule } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillLogbookParts(): void {
  fillAddToLogbook(async () => (await import('./add-dialog')).AddDialog)
  fillDocumentRule(async () => (await import('./who-field')).WhoField)
}
