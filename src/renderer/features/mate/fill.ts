import { fillMateConversation } from '../../platform/parts'

/** What other features show of this one. Called once, when the app starts. */
export function fillMateParts(): void {
  fillMateConversation(async () => (await import('./page')).ConversationElsewhere)
}
